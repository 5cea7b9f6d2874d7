Feature: Query request: filter rules
  A filter that excludes all documents of an index also removes the columns of that index; WHERE does not.

  @query-filter.excluded-index-drops-columns
  Scenario Outline: The columns of an index without a match are removed: <source>, <filter>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "day": { "type": "date" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | day        | pages |
      | a   | 2024-05-01T00:00:00Z | 333   |
    And an index "books2" with:
      """
      { "mappings": { "properties": { "day": { "type": "date" }, "minutes": { "type": "integer" } } } }
      """
    And these documents in "books2":
      | _id | day        | minutes |
      | a   | 2022-05-01T00:00:00Z | 93      |
    And the client queries:
      """
      FROM <source> | LIMIT 10
      """
    And there are 2 rows
    And the column "pages" is present
    And the column "minutes" is present
    When the client queries with:
      """
      { "query": "FROM <source> | LIMIT 10", "filter": <filter> }
      """
    Then the rows are:
      | pages |
      | 333   |
    And the column "day" is present
    And the column "minutes" is absent

    Examples:
      | source          | filter                                                                                   |
      | $books, $books2 | { "range": { "day": { "gte": "2024-01-01T00:00:00Z", "lte": "2024-12-31T00:00:00Z" } } } |
      | $books, $books2 | { "term": { "pages": 333 } }                                                             |
      | $books*         | { "range": { "day": { "gte": "2024-01-01T00:00:00Z", "lte": "2024-12-31T00:00:00Z" } } } |

  @query-filter.excluded-index-drops-columns
  Scenario Outline: Of three indices a filter from <from> to <to> leaves out what has no match
    Given an index "books" with:
      """
      { "mappings": { "properties": { "day": { "type": "date" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | day        | pages |
      | a   | 2024-01-01T00:00:00Z | 333   |
    And an index "films" with:
      """
      { "mappings": { "properties": { "day": { "type": "date" }, "minutes": { "type": "integer" } } } }
      """
    And these documents in "films":
      | _id | day        | minutes |
      | a   | 2024-01-02T00:00:00Z | 93      |
    And an index "plays" with:
      """
      {
        "settings": { "number_of_shards": 3 },
        "mappings": { "properties": { "day": { "type": "date" }, "acts": { "type": "integer" } } }
      }
      """
    And these documents in "plays":
      | _id | day        | acts |
      | a   | 2024-01-03T00:00:00Z | 5    |
      | b   | 2024-01-04T00:00:00Z | 4    |
      | c   | 2024-01-05T00:00:00Z | 3    |
    When the client queries with:
      """
      { "query": "FROM $books, $films, $plays | LIMIT 10", "filter": { "range": { "day": { "gte": "2024-01-0<from>T00:00:00Z", "lte": "2024-01-0<to>T00:00:00Z" } } } }
      """
    Then there are <count> rows
    And the column "pages" is <pages>
    And the column "minutes" is <minutes>
    And the column "acts" is <acts>

    Examples:
      | from | to | count | pages   | minutes | acts    |
      | 2    | 3  | 2     | absent  | present | present |
      | 1    | 2  | 2     | present | present | absent  |
      | 4    | 5  | 2     | absent  | absent  | present |

  @query-filter.kept-index-keeps-columns
  Scenario: An index with one match keeps all its columns
    Given an index "books" with:
      """
      { "mappings": { "properties": { "day": { "type": "date" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | day        | pages |
      | a   | 2024-05-01T00:00:00Z | 333   |
      | b   | 2024-06-01T00:00:00Z | 90    |
    And an index "films" with:
      """
      {
        "mappings": { "properties": {
          "day": { "type": "date" }, "minutes": { "type": "integer" }, "colour": { "type": "keyword" }
        } }
      }
      """
    And these documents in "films":
      | _id | day        | minutes | colour |
      | a   | 2022-05-01T00:00:00Z | 93      | black  |
      | b   | 2024-07-01T00:00:00Z |         |        |
    When the client queries with:
      """
      {
        "query": "FROM $books, $films | SORT day | LIMIT 10",
        "filter": { "range": { "day": { "gte": "2024-01-01T00:00:00Z", "lte": "2024-12-31T00:00:00Z" } } }
      }
      """
    Then the rows are:
      | pages | minutes | colour |
      | 333   |         |        |
      | 90    |         |        |
      |       |         |        |

  @query-filter.excluded-index-resolves-conflict
  Scenario Outline: A field with two types has the type <type> if the filter excludes the index with the other type
    Given an index "books" with:
      """
      { "mappings": { "properties": { "day": { "type": "date" }, "code": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | day        | code |
      | a   | 2024-05-01T00:00:00Z | 17   |
      | b   | 2024-06-01T00:00:00Z | 18   |
    And an index "films" with:
      """
      { "mappings": { "properties": { "day": { "type": "date" }, "code": { "type": "keyword" } } } }
      """
    And these documents in "films":
      | _id | day        | code |
      | a   | 2022-05-01T00:00:00Z | "x7" |
    When the client queries with:
      """
      {
        "query": "FROM $books, $films | KEEP code | SORT code | LIMIT 10",
        "filter": { "range": { "day": <bounds> } }
      }
      """
    Then the column "code" has the type "<type>"
    And "values" is <values>

    Examples:
      | type    | bounds                                                           | values       |
      | integer | { "gte": "2024-01-01T00:00:00Z", "lte": "2024-12-31T00:00:00Z" } | [[17], [18]] |
      | keyword | { "gte": "2022-01-01T00:00:00Z", "lte": "2022-12-31T00:00:00Z" } | [["x7"]]     |

  @query-filter.schemas-unchanged
  Scenario: A filter does not change the fields of the indices
    Given an index "books" with:
      """
      { "mappings": { "properties": { "day": { "type": "date" }, "code": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | day        | code |
      | a   | 2024-05-01T00:00:00Z | 17   |
    And an index "films" with:
      """
      {
        "mappings": { "properties": {
          "day": { "type": "date" }, "code": { "type": "keyword" }, "minutes": { "type": "integer" }
        } }
      }
      """
    And these documents in "films":
      | _id | day        | code | minutes |
      | a   | 2022-05-01T00:00:00Z | "x7" | 93      |
    When the client queries with:
      """
      {
        "query": "FROM $books, $films | KEEP code | LIMIT 10",
        "filter": { "range": { "day": { "gte": "2024-01-01T00:00:00Z", "lte": "2024-12-31T00:00:00Z" } } }
      }
      """
    Then the rows are:
      | code |
      | 17   |
    When the client queries:
      """
      FROM $films | LIMIT 10
      """
    Then the column "code" has the type "keyword"
    And the column "minutes" has the type "integer"
    And the rows are:
      | code | minutes |
      | x7   | 93      |
    When the client queries:
      """
      FROM $books | LIMIT 10
      """
    Then the column "code" has the type "integer"
    And the column "minutes" is absent

  @query-filter.columns-of-excluded-indices
  Scenario: Fields with two types, and filters without a match
    Given an index "books" with:
      """
      { "mappings": { "properties": { "day": { "type": "date" }, "code": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | day        | code |
      | a   | 2024-05-01T00:00:00Z | 17   |
    And an index "films" with:
      """
      { "mappings": { "properties": { "day": { "type": "date" }, "code": { "type": "keyword" } } } }
      """
    And these documents in "films":
      | _id | day        | code |
      | a   | 2022-05-01T00:00:00Z | "x7" |
    Then it is recorded how the server answers these requests:
      | what                  | request      | body                                                                                                                |
      | both take part        | POST /_query | { "query": "FROM $books, $films \| SORT day \| LIMIT 10" }                                                           |
      | WHERE leaves one out  | POST /_query | { "query": "FROM $books, $films \| WHERE day > \"2023-01-01T00:00:00Z\" \| LIMIT 10" }                               |
      | every index left out  | POST /_query | { "query": "FROM $books, $films \| LIMIT 10", "filter": { "range": { "day": { "gte": "2099-01-01" } } } }            |
      | the only one left out | POST /_query | { "query": "FROM $books \| LIMIT 10", "filter": { "range": { "day": { "gte": "2099-01-01" } } } }                    |

  @query-filter.where-keeps-columns
  Scenario: WHERE keeps the columns of an index without a match, and of one without documents
    Given an index "books" with:
      """
      { "mappings": { "properties": { "kind": { "type": "keyword" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | kind | pages |
      | a   | book | 333   |
    And an index "films" with:
      """
      { "mappings": { "properties": { "kind": { "type": "keyword" }, "minutes": { "type": "integer" } } } }
      """
    And these documents in "films":
      | _id | kind | minutes |
      | a   | film | 93      |
    And an index "plays" with:
      """
      { "mappings": { "properties": { "kind": { "type": "keyword" }, "acts": { "type": "integer" } } } }
      """
    When the client queries:
      """
      FROM $books, $films, $plays | WHERE kind == "book" | LIMIT 10
      """
    Then the rows are:
      | pages | minutes | acts |
      | 333   |         |      |
