Feature: Query response (json, yaml)
  The members of a response in a structured format.

  Scenario Outline: The member <member> is <kind>
    Given an index "books"
    And 3 numbered documents in "books"
    When the client queries:
      """
      FROM $books | KEEP n | SORT n | LIMIT 10
      """
    Then "<member>" is <kind>

    Examples:
      | clause                        | member          | kind       |
      | query.took-integer            | took            | an integer |
      | query.is-partial-boolean      | is_partial      | a boolean  |
      | query.documents-found-integer | documents_found | an integer |
      | query.values-loaded-integer   | values_loaded   | an integer |

  @query.figures-in-every-answer
  Scenario Outline: Every answer in <format> has its four figures: <what>
    Given an index "books"
    And 3 numbered documents in "books"
    And the client queries:
      """
      <query>
      """
    And the response is a success
    When the client queries in <format> with:
      """
      { "query": "<query>"<others> }
      """
    Then the response is a success
    And "took" is an integer
    And "took" is at least 0
    And "is_partial" is a boolean
    And "documents_found" is an integer
    And "documents_found" is at least 0
    And "values_loaded" is an integer
    And "values_loaded" is at least 0

    Examples:
      | what                     | format | query                                         | others             |
      | documents                | yaml   | FROM $books \| KEEP n \| SORT n \| LIMIT 10   |                    |
      | figures of STATS         | json   | FROM $books \| STATS total = SUM(n)           |                    |
      | figures of STATS         | yaml   | FROM $books \| STATS total = SUM(n)           |                    |
      | figures of groups        | json   | FROM $books \| STATS c = COUNT(*) BY word     |                    |
      | values by column         | json   | FROM $books \| KEEP n \| SORT n \| LIMIT 10   | , "columnar": true |
      | values by column         | yaml   | FROM $books \| KEEP n \| SORT n \| LIMIT 10   | , "columnar": true |
      | STATS, by column         | json   | FROM $books \| STATS total = SUM(n)           | , "columnar": true |
      | a filter, dates          | json   | FROM $books \| KEEP n, day \| SORT n          | , "time_zone": "+01:00", "filter": { "term": { "n": 2 } } |
      | no documents             | json   | FROM $books \| WHERE n > 9 \| KEEP n         |                    |
      | no index                 | json   | ROW a = 1                                     |                    |

  @query.is-partial-false-when-complete
  Scenario: A query that ran to completion is not partial
    Given an index "books"
    And 5 numbered documents in "books"
    When the client queries:
      """
      FROM $books | KEEP n | SORT n | LIMIT 10
      """
    Then there are 5 rows
    And "is_partial" is false

  # A server may load whole documents, so these have one field.
  Scenario Outline: The figures of a query that loads one field of every document, in <format>
    Given an index "pamphlets" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" } } } }
      """
    And these documents in "pamphlets":
      | _id | n |
      | 1   | 1 |
      | 2   | 2 |
      | 3   | 3 |
    And an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | n |
      | 1   | 1 |
      | 2   | 2 |
      | 3   | 3 |
      | 4   | 4 |
      | 5   | 5 |
      | 6   | 6 |
      | 7   | 7 |
    When the client queries in <format>:
      """
      FROM $pamphlets | KEEP n | LIMIT 100
      """
    Then there are 3 rows
    When the client queries in <format>:
      """
      FROM $books | KEEP n | LIMIT 100
      """
    Then there are 7 rows
    And "documents_found" is at least 7
    And "values_loaded" is equal to "documents_found"

    Examples:
      | clause                           | format |
      | query.documents-found-scan       | json   |
      | query.values-loaded-one-field    | json   |
      | query-formats.yaml-full-response | yaml   |

  @query.documents-found-plain-count
  Scenario: A plain COUNT counts one document as found, or every document that it counts
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 1 } }
      """
    And 7 numbered documents in "books"
    And the client queries:
      """
      FROM $books | STATS number = COUNT(*)
      """
    And the response is a success
    When the client queries:
      """
      FROM $books | STATS number = COUNT(*)
      """
    Then the rows are:
      | number |
      | 7      |
    And "documents_found" is one of [1, 7]

  @query.values-loaded-several-fields
  Scenario: With three fields, the number of loaded values is a multiple of the number of documents
    Given an index "books"
    And 7 numbered documents in "books"
    When the client queries:
      """
      FROM $books | KEEP n, word, day | LIMIT 100
      """
    Then there are 7 rows
    And "values_loaded" is a multiple of "documents_found"

  @query.values-loaded-grows-with-fields
  Scenario Outline: <number> fields of seven documents are more than seven loaded values
    Given an index "books" with:
      """
      { "mappings": { "properties": {
        "a": { "type": "integer" }, "b": { "type": "keyword" }, "c": { "type": "integer" }, "d": { "type": "keyword" }
      } } }
      """
    And these documents in "books":
      | _id | a | b    | c  | d     |
      | 1   | 1 | "x1" | 11 | "y21" |
      | 2   | 2 | "x2" | 12 | "y22" |
      | 3   | 3 | "x3" | 13 | "y23" |
      | 4   | 4 | "x4" | 14 | "y24" |
      | 5   | 5 | "x5" | 15 | "y25" |
      | 6   | 6 | "x6" | 16 | "y26" |
      | 7   | 7 | "x7" | 17 | "y27" |
    When the client queries:
      """
      FROM $books | KEEP <fields> | LIMIT 100
      """
    Then there are 7 rows
    And "values_loaded" is at least <least>
    And "values_loaded" is a multiple of "documents_found"

    Examples:
      | number | fields     | least |
      | two    | a, b       | 14    |
      | four   | a, b, c, d | 28    |

  @query.columns-array
  Scenario: The columns are in the order of the result
    Given an index "books"
    And 3 numbered documents in "books"
    When the client queries:
      """
      FROM $books | EVAL later = n + 1 | KEEP word, later, day, n | LIMIT 10
      """
    Then "columns" is an array
    And the columns are "word, later, day, n"

  @query.column-name-and-type
  Scenario: Each column has a name and a type
    Given an index "books"
    And 3 numbered documents in "books"
    When the client queries:
      """
      FROM $books | KEEP word, n | LIMIT 10
      """
    Then "columns.0.name" is "word"
    And "columns.0.type" is a string
    And "columns.1.name" is "n"
    And "columns.1.type" is a string

  Scenario Outline: A field mapped as <mapped> is a column of the type <type>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "value": { "type": "<mapped>" } } } }
      """
    And these documents in "books":
      | _id | value   |
      | a   | <value> |
    When the client queries:
      """
      FROM $books | KEEP value | LIMIT 10
      """
    Then the column "value" has the type "<type>"
    And there is 1 row

    Examples:
      | clause                    | mapped  | type    | value      |
      | query.column-type-text    | text    | text    | one word   |
      | query.column-type-keyword | keyword | keyword | one word   |
      | query.column-type-integer | integer | integer | 12         |
      | query.column-type-date    | date    | date    | 2024-03-10T00:00:00Z |

  @query.columns-and-values-others
  Scenario: The names of other types, and multiple values
    Given an index "books" with:
      """
      { "mappings": { "properties": {
        "long": { "type": "long" }, "double": { "type": "double" }, "boolean": { "type": "boolean" },
        "nanos": { "type": "date_nanos" }, "empty": { "type": "keyword" }
      } } }
      """
    And the document "1" in "books":
      """
      {
        "long": [7, 5], "double": 1.5, "boolean": true, "nanos": "2024-01-15T23:30:00.123456789Z"
      }
      """
    Then it is recorded how the server answers these requests:
      | what           | request      | body                                                                         |
      | every field    | POST /_query | { "query": "FROM $books \| LIMIT 10" }                                       |
      | a null         | POST /_query | { "query": "ROW a = null" }                                                  |
      | several values | POST /_query | { "query": "ROW a = [1, 2], b = [\"x\", \"y\"]" }                            |
      | no rows        | POST /_query | { "query": "FROM $books \| WHERE long == 99 \| KEEP long \| LIMIT 10" }      |

  @query.values-of-the-field
  Scenario Outline: Several values of a field in <format> are its own
    Given an index "books" with:
      """
      { "mappings": { "properties": {
        "n": { "type": "integer" }, "page": { "type": "integer" }, "word": { "type": "keyword" }
      } } }
      """
    And these documents in "books":
      | _id | n | page    | word            |
      | a   | 1 | [70, 5] | ["odd", "even"] |
      | b   | 2 | [9, 9]  | ["one", "one"]  |
    When the client queries in <format>:
      """
      FROM $books | WHERE n == 2 | KEEP page, word | LIMIT 10
      """
    Then there is 1 row
    And the column "page" holds nothing but:
      | 9 |
    And the column "word" holds nothing but:
      | one |
    When the client queries in <format>:
      """
      FROM $books | WHERE n == 1 | KEEP page, word | LIMIT 10
      """
    Then there is 1 row
    And the column "page" holds nothing but:
      | 70, 5 |
    And the column "word" holds nothing but:
      | odd, even |

    Examples:
      | format |
      | json   |
      | yaml   |
      | cbor   |
      | smile  |

  @query.values-row-wise
  Scenario Outline: The values are by row <what>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | shelf | pages |
      | a   | north | 333   |
      | b   | south | 90    |
      | c   | west  | 880   |
    When the client queries with:
      """
      { "query": "FROM $books | KEEP shelf, pages | SORT pages | LIMIT 10"<columnar> }
      """
    Then the columns are "shelf, pages"
    And "values" is [["south", 90], ["north", 333], ["west", 880]]

    Examples:
      | what                    | columnar            |
      | without columnar        |                     |
      | where columnar is false | , "columnar": false |
