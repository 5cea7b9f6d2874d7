Feature: SQL request body
  A statement is executed over the documents of its table; a Query DSL filter can exclude some of them.

  @sql.query-runs
  Scenario: A statement returns the rows of all documents of its table
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "title": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | n | title  |
      | 1   | 1 | Alpha  |
      | 2   | 2 | Beta   |
      | 3   | 3 | Gamma  |
    When the client runs SQL:
      """
      SELECT n, title FROM "$books" ORDER BY n DESC
      """
    Then the response is a success
    And the columns are "n, title"
    And the rows are:
      | n | title |
      | 3 | Gamma |
      | 2 | Beta  |
      | 1 | Alpha |

  @sql.query-runs
  Scenario: A statement can be written in several lines
    Given an index "books"
    And 6 numbered documents in "books"
    When the client runs SQL:
      """
      SELECT n
      FROM "$books"
      WHERE n > 2
      ORDER BY n DESC
      LIMIT 2
      """
    Then the rows are:
      | n |
      | 6 |
      | 5 |

  @sql.query-runs
  Scenario Outline: A literal can contain what means something elsewhere in a statement: <title>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "keyword" }, "n": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | n | title     |
      | 1   | 1 | orlando   |
      | 2   | 2 | "<title>" |
    And the client runs SQL:
      """
      SELECT n FROM "$books" WHERE title = 'orlando'
      """
    And there is 1 row
    When the client runs SQL:
      """
      SELECT n FROM "$books" WHERE title = '<title>'
      """
    Then the rows are:
      | n |
      | 2 |

    Examples:
      | title                     |
      | house -- LIMIT 0          |
      | https://orlando.test/page |
      | a /* b */ c               |
      | one; two                  |
      | SELECT n FROM books       |
      | who? what ??              |
      | 50% (of it)               |

  @sql.query-runs
  Scenario: A statement that was sent before a document was replaced reads the new one
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "keyword" }, "n": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | n | title       |
      | 1   | 1 | Orlando     |
      | 2   | 2 | The Leopard |
    And the client runs SQL:
      """
      SELECT n, title FROM "$books" ORDER BY n
      """
    And there are 2 rows
    When the document "1" in "books":
      """
      { "title": "Middlemarch", "n": 3 }
      """
    And the client runs SQL:
      """
      SELECT n, title FROM "$books" ORDER BY n
      """
    Then the rows are:
      | n | title       |
      | 2 | The Leopard |
      | 3 | Middlemarch |

  @sql.query-runs
  Scenario: A statement counts all documents of its table
    Given an index "books"
    And 25 numbered documents in "books"
    And the client runs SQL:
      """
      SELECT COUNT(*) FROM "$books"
      """
    And the response is a success
    When the client runs SQL:
      """
      SELECT COUNT(*) AS c FROM "$books"
      """
    Then the rows are:
      | c  |
      | 25 |

  @sql.query-runs
  Scenario Outline: The condition, the order and the limit of a statement are applied: <statement>
    Given an index "books"
    And 6 numbered documents in "books"
    When the client runs SQL:
      """
      <statement>
      """
    Then the rows are:
      | n        |
      | <first>  |
      | <second> |

    Examples:
      | statement                                                           | first | second |
      | SELECT n FROM "$books" WHERE n > 2 AND n <= 4 ORDER BY n            | 3     | 4      |
      | SELECT n FROM "$books" WHERE word = 'odd' AND n <> 1 ORDER BY n     | 3     | 5      |
      | SELECT n FROM "$books" WHERE n < 3 AND word <> 'Köln' ORDER BY n    | 1     | 2      |
      | SELECT n FROM "$books" ORDER BY n LIMIT 2                           | 1     | 2      |
      | SELECT n FROM "$books" ORDER BY n DESC LIMIT 2                      | 6     | 5      |

  @sql.filter-restricts
  Scenario Outline: The rows come only from documents that match the filter, <where>
    Given an index "books"
    And 6 numbered documents in "books"
    When the client runs SQL with:
      """
      {
        "query": "SELECT n FROM \"$books\" ORDER BY n",
        <others> "filter": { "range": { "n": { "gte": 5 } } }
      }
      """
    Then the rows are:
      | n |
      | 5 |
      | 6 |

    Examples:
      | where                   | others             |
      | which stands alone      |                    |
      | beside a number of rows | "fetch_size": 100, |

  @sql.filter-restricts
  Scenario: Counts include only documents that match the filter
    Given an index "books"
    And 7 numbered documents in "books"
    And the client runs SQL:
      """
      SELECT COUNT(*), MAX(n) FROM "$books"
      """
    And the response is a success
    When the client runs SQL with:
      """
      {
        "query": "SELECT COUNT(*) AS c, MAX(n) AS m FROM \"$books\"",
        "filter": { "range": { "n": { "lte": 4 } } }
      }
      """
    Then the rows are:
      | c | m |
      | 4 | 4 |

  @sql.filter-restricts
  Scenario Outline: A filter that matches nothing returns no rows, or is refused if it takes the columns away too: <filter>
    Given an index "books"
    And 3 numbered documents in "books"
    When the client runs SQL with:
      """
      {
        "query": "SELECT n FROM \"$books\" ORDER BY n",
        "filter": <filter>
      }
      """
    Then the request is refused or has these rows:
      | n |

    Examples:
      | filter                               |
      | { "range": { "n": { "gte": 100 } } } |
      | { "terms": { "n": [] } }             |

  @sql.filter-forms
  Scenario Outline: A <form> object can filter a statement
    Given an index "books" with:
      """
      {
        "mappings": {
          "properties": {
            "n": { "type": "integer" },
            "colour": { "type": "keyword" },
            "title": { "type": "text" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | n | colour | title               |
      | 1   | 1 | red    | the old clock       |
      | 2   | 2 | green  | a new clock         |
      | 3   | 3 | blue   | the old ship        |
      | 4   | 4 | red    | a garden            |
    When the client runs SQL with:
      """
      { "filter": <filter>, "query": "SELECT n FROM \"$books\" ORDER BY n" }
      """
    Then the rows are:
      | n        |
      | <first>  |
      | <second> |

    Examples:
      | form             | filter                                                                 | first | second |
      | range            | { "range": { "n": { "gte": 2, "lte": 3 } } }                           | 2     | 3      |
      | term             | { "term": { "colour": "red" } }                                        | 1     | 4      |
      | terms            | { "terms": { "colour": ["blue", "green"] } }                           | 2     | 3      |
      | match with or    | { "match": { "title": { "query": "ship garden", "operator": "or" } } } | 3     | 4      |
      | match            | { "match": { "title": { "query": "clock" } } }                         | 1     | 2      |
      | match with words | { "match": { "title": { "query": "ship garden" } } }                   | 3     | 4      |

  @sql.filter-forms
  Scenario Outline: A filter object with <what>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "shelf": { "type": "keyword" }, "day": { "type": "date" } } } }
      """
    And these documents in "books":
      | _id | n    | shelf         | day        |
      | a   | 0    | ""            | 2024-05-01T00:00:00Z |
      | b   | 1    | the "old" one | 2024-05-02T00:00:00Z |
      | c   | -1   | Köln 東京       | 2024-05-03T00:00:00Z |
      | d   | 2500 | the old one   | 2024-05-04T00:00:00Z |
    When the client runs SQL with:
      """
      { "query": "SELECT n FROM \"$books\" ORDER BY n", "filter": { <filter> } }
      """
    Then the rows are:
      | n       |
      | <first> |

    Examples:
      | what                   | filter                                                                               | first |
      | the number 0           | "term": { "n": 0 }                                                                   | 0     |
      | one of two numbers     | "terms": { "n": [0, 5000] }                                                          | 0     |
      | a term of four digits  | "term": { "n": 2500 }                                                                | 2500  |
      | a span of days         | "range": { "day": { "gte": "2024-05-02T00:00:00Z", "lte": "2024-05-02T00:00:00Z" } } | 1     |
      | a range around 0       | "range": { "n": { "gte": 0, "lte": 0 } }                                             | 0     |
      | a large number         | "range": { "n": { "gte": 2500, "lte": 2500 } }                                       | 2500  |
      | a text without letters | "term": { "shelf": "" }                                                              | 0     |
      | a text with quotes     | "term": { "shelf": "the \\"old\\" one" }                                             | 1     |
      | letters of two kinds   | "term": { "shelf": "Köln 東京" }                                                       | -1    |
      | other letters          | "terms": { "shelf": ["Köln 東京"] }                                                    | -1    |
      | one of two texts       | "terms": { "shelf": ["", "\\"old\\""] }                                              | 0     |

  @sql.filter-forms
  Scenario: A match object can require all of its words
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "title": { "type": "text" } } } }
      """
    And these documents in "books":
      | _id | n | title         |
      | 1   | 1 | the old clock |
      | 2   | 2 | a new clock   |
      | 3   | 3 | the old ship  |
    When the client runs SQL with:
      """
      {
        "query": "SELECT n FROM \"$books\" ORDER BY n",
        "filter": { "match": { "title": { "query": "old clock", "operator": "and" } } }
      }
      """
    Then the rows are:
      | n |
      | 1 |

  @sql.filter-with-where
  Scenario Outline: A document must match both the filter and the condition <condition>
    Given an index "books"
    And 8 numbered documents in "books"
    When the client runs SQL with:
      """
      {
        "query": "SELECT n FROM \"$books\" WHERE <condition> ORDER BY n",
        "filter": { "range": { "n": { "lte": 5 } } }
      }
      """
    Then the rows are:
      | n |
      | 4 |
      | 5 |

    Examples:
      | condition        |
      | n >= 4           |
      | n >= 6 OR n >= 4 |

  @sql.query-runs
  Scenario: A statement after one that is no SQL is answered as before
    Given an index "books"
    And 3 numbered documents in "books"
    And the client wrongly sends POST "/_sql?format=txt" with:
      """
      { "query": "SELECT n FROM FROM \"$books\"", "filter": { "range": { "n": { "lte": 2 } } } }
      """
    When the client runs SQL:
      """
      SELECT n FROM "$books" ORDER BY n
      """
    Then the rows are:
      | n |
      | 1 |
      | 2 |
      | 3 |

  @sql.filter-restricts
  Scenario: A filter counts in its own request only
    Given an index "books"
    And 3 numbered documents in "books"
    When the client runs SQL with:
      """
      { "query": "SELECT n FROM \"$books\" ORDER BY n", "filter": { "range": { "n": { "lte": 2 } } } }
      """
    Then the rows are:
      | n |
      | 1 |
      | 2 |
    When the client runs SQL with:
      """
      { "query": "SELECT n FROM \"$books\" ORDER BY n" }
      """
    Then the rows are:
      | n |
      | 1 |
      | 2 |
      | 3 |
    When the client runs SQL with:
      """
      { "query": "SELECT n FROM \"$books\" ORDER BY n", "filter": { "range": { "n": { "gte": 3 } } } }
      """
    Then the rows are:
      | n |
      | 3 |

  @sql.fetch-size-integer
  Scenario Outline: A statement can have the fetch size <size>
    Given an index "books"
    And 3 numbered documents in "books"
    When the client runs SQL with:
      """
      { "query": "SELECT n FROM \"$books\" ORDER BY n", "fetch_size": <size> }
      """
    Then the response is a success
    And the columns are "n"

    Examples:
      | size |
      | 1    |
      | 2    |
      | 1000 |
