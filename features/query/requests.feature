Feature: Query request
  The member `query`, which contains the text of the query, and invalid requests.

  @query.runs-the-text
  Scenario: The response to a query contains the result of its text
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | shelf | pages |
      | a   | north | 333   |
      | b   | south | 90    |
      | c   | north | 880   |
    And an index "books2" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books2":
      | _id | shelf | pages |
      | d   | east  | 500   |
    When the client queries:
      """
      FROM $books | WHERE pages > 100 | KEEP pages, shelf | SORT pages DESC | LIMIT 10
      """
    Then the columns are "pages, shelf"
    And the rows are:
      | pages | shelf |
      | 880   | north |
      | 333   | north |

  @query.runs-the-text
  Scenario Outline: Queries after a refused one are answered as before: <what>
    Given an index "books"
    And 3 numbered documents in "books"
    And the client wrongly sends POST "<path>" accepting "<accept>" with:
      """
      <body>
      """
    When the client queries:
      """
      FROM $books | SORT n | KEEP n, word
      """
    Then the rows are:
      | n | word |
      | 1 | odd  |
      | 2 | even |
      | 3 | odd  |

    Examples:
      | what                | path                  | accept                       | body                                                                  |
      | md without names    | /_query               | text/markdown; header=absent | { "query": "FROM $books" }                                            |
      | quotes for commas   | /_query?delimiter=%22 | text/csv                     | { "query": "FROM $books" }                                            |
      | a name and a place  | /_query               | application/json             | { "query": "ROW a = ?x, b = ?2", "params": [{ "x": 1 }, { "y": 2 }] } |

  @query.query-required
  Scenario Outline: A request without a query text is refused: <what>
    When the client queries with:
      """
      { "query": "ROW a = 1", <others> }
      """
    Then the rows are:
      | a |
      | 1 |
    When the client wrongly sends POST "/_query" with:
      """
      { <others> }
      """
    Then the request is refused

    Examples:
      | what                | others                            |
      | beside a layout     | "columnar": false                 |
      | beside other things | "locale": "en-US"                 |

  @query.query-null
  Scenario Outline: A request with null for the query text is refused: <what>
    When the client queries with:
      """
      { "query": "ROW a = 1"<others> }
      """
    Then the rows are:
      | a |
      | 1 |
    When the client wrongly sends POST "/_query" with:
      """
      { "query": null<others> }
      """
    Then the request is refused

    Examples:
      | what            | others               |
      | alone           |                      |
      | beside a layout | , "columnar": false  |

  @query.query-several-lines
  Scenario Outline: The lines of a query text can be separated by <what>
    Given an index "books"
    And 4 numbered documents in "books"
    When the client queries:
      """
      FROM $books | WHERE n > 1 | KEEP n | SORT n DESC | LIMIT 10
      """
    Then the rows are:
      | n |
      | 4 |
      | 3 |
      | 2 |
    And the table is kept as "one line"
    When the client queries with:
      """
      { "query": "FROM $books<end>| WHERE<end>  n > 1 | KEEP n<end>| SORT n<end>DESC<end>| LIMIT 10" }
      """
    Then the answer is the table kept as "one line"

    Examples:
      | what                        | end  |
      | line feeds                  | \\n   |
      | carriage returns with those | \\r\\n |

  @query.triple-quoted-literal-holds-quotes
  Scenario Outline: A literal in triple quotes can contain double quotes: <title>
    Given an index "books" with:
      ```
      { "mappings": { "properties": { "title": { "type": "keyword" } } } }
      ```
    And these documents in "books":
      | _id | title            |
      | a   | <title>          |
      | b   | The Good Earth   |
      | c   | The "second" one |
    When the client queries:
      ```
      FROM $books | WHERE title == """<title>""" OR title == """The "second" one""" | KEEP title | SORT title | LIMIT 10
      ```
    Then the rows are:
      | title            |
      | <title>          |
      | The "second" one |

    Examples:
      | title                         |
      | The "Good" Earth              |
      | The ""Good"" Earth            |
      | The "Good" Earth // \| LIMIT 0 |
      | The "größte"? 東京?             |

  @query.runs-the-text
  Scenario: A query that was sent before a document was replaced reads the new one
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "keyword" }, "n": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | n | title       |
      | 1   | 1 | Orlando     |
      | 2   | 2 | The Leopard |
    And the client queries:
      """
      FROM $books | KEEP n, title | SORT n | LIMIT 10
      """
    And there are 2 rows
    When the document "1" in "books":
      """
      { "title": "Middlemarch", "n": 3 }
      """
    And the client queries:
      """
      FROM $books | KEEP n, title | SORT n | LIMIT 10
      """
    Then the rows are:
      | n | title       |
      | 2 | The Leopard |
      | 3 | Middlemarch |

  @query.runs-the-text
  Scenario Outline: A literal can contain what means something elsewhere in a query: <title>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "keyword" }, "n": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | n | title     |
      | 1   | 1 | orlando   |
      | 2   | 2 | "<title>" |
    When the client queries:
      """
      FROM $books | WHERE title == "<title>" | KEEP n, title | LIMIT 10
      """
    Then the rows are:
      | n | title     |
      | 2 | "<title>" |

    Examples:
      | title                     |
      | house \| LIMIT 0          |
      | https://orlando.test/page |
      | a /* b */ c               |
      | one, two (three) [four]   |
      | FROM books WHERE n > 1    |
      | who? what ?? ?1 ?name     |
      | `n`                       |
      | it's                      |
      | 50% * 2 = 1               |

  @query.triple-quoted-literal-keeps-line-breaks
  Scenario: A literal in triple quotes over two lines keeps its line break
    Given the client queries:
      ```
      ROW words = """one "two" three"""
      ```
    And the rows are:
      | words           |
      | one "two" three |
    When the client queries:
      ```
      ROW words = """one
      "two" // three | LIMIT 0
      four
      """
      ```
    Then the rows are:
      | words                                              |
      | "one\\n\\"two\\" // three \| LIMIT 0\\nfour\\n" |

  @query.member-invalid
  Scenario: Members with invalid values
    Then it is recorded how the server answers these wrong requests:
      | what                  | request      | body                                                 |
      | a blank text          | POST /_query | { "query": " " }                                     |
      | a number for a text   | POST /_query | { "query": 5 }                                       |
      | an unknown zone       | POST /_query | { "query": "ROW a = 1", "time_zone": "Moon/Crater" } |
      | an unknown language   | POST /_query | { "query": "ROW a = 1", "locale": "no such thing" }  |
      | a text for a boolean  | POST /_query | { "query": "ROW a = 1", "columnar": "yes" }          |
      | a member of no table  | POST /_query | { "query": "ROW a = 1", "no_such_member": 1 }        |

  @query.body-not-json
  Scenario: Bodies that are not JSON
    Then it is recorded how the server answers these wrong requests:
      | what                        | request      | body                           |
      | bare triple quotes          | POST /_query | { "query": """ROW a = "x"""" } |
      | cut off                     | POST /_query | { "query": "ROW a              |
      | the text alone              | POST /_query | ROW a = 1                      |
      | a list                      | POST /_query | ["ROW a = 1"]                  |
      | no body                     | POST /_query |                                |
