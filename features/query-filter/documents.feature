Feature: Query request: filter
  The documents that a query runs over.

  @query-filter.filter-default-none
  Scenario: Without a filter a query runs over all documents
    Given an index "books"
    And 6 numbered documents in "books"
    And the client queries:
      """
      FROM $books | STATS number = COUNT(*), total = SUM(n)
      """
    And the response is a success
    When the client queries:
      """
      FROM $books | STATS number = COUNT(*), total = SUM(n)
      """
    Then the rows are:
      | number | total |
      | 6      | 21    |
    When the client queries:
      """
      FROM $books | KEEP n | SORT n | LIMIT 100
      """
    Then there are 6 rows

  @query-filter.filter-restricts
  Scenario Outline: A filter restricts the documents of a query: <what>
    Given an index "books"
    And 6 numbered documents in "books"
    And the client queries:
      """
      FROM $books | <commands>
      """
    And the response is a success
    When the client queries with:
      """
      { "query": "FROM $books | <commands>", "filter": { "range": { "n": { "gte": 4 } } } }
      """
    Then "values" is <values>

    Examples:
      | what                  | commands                                      | values                     |
      | for rows              | KEEP n \| SORT n \| LIMIT 10                  | [[4], [5], [6]]            |
      | for the first rows    | KEEP n \| SORT n \| LIMIT 2                   | [[4], [5]]                 |
      | before a limit        | LIMIT 3 \| KEEP n \| SORT n                   | [[4], [5], [6]]            |
      | for figures           | STATS number = COUNT(*), low = MIN(n)         | [[3, 4]]                   |
      | for a plain count     | STATS number = COUNT(*)                       | [[3]]                      |
      | for figures of groups | STATS total = SUM(n) BY word \| SORT total \| KEEP total, word | [[5, "odd"], [10, "even"]] |
      | for a changed field   | EVAL n = n - 3 \| KEEP n \| SORT n \| LIMIT 9 | [[1], [2], [3]]            |

  @query-filter.filter-restricts
  Scenario Outline: A filter restricts the documents beside <what>
    Given an index "books"
    And 6 numbered documents in "books"
    And the client queries with:
      """
      { "query": "FROM $books | <commands>", <member> }
      """
    And the response is a success
    When the client queries with:
      """
      { "query": "FROM $books | <commands>", "filter": { "range": { "n": { "gte": 4 } } }, <member> }
      """
    Then "values" is <values>
    When the client queries with:
      """
      { <member>, "filter": { "term": { "n": 2 } }, "query": "FROM $books | <commands>" }
      """
    Then "values" is <other values>

    Examples:
      | what              | commands                                      | member                                        | values               | other values |
      | a value           | WHERE n < ? \| KEEP n \| SORT n               | "params": [6]                                 | [[4], [5]]           | [[2]]        |
      | a named value     | WHERE n < ?no \| KEEP n \| SORT n             | "params": [{ "no": 6 }]                       | [[4], [5]]           | [[2]]        |
      | a name            | KEEP ??1 \| SORT ??1                          | "params": ["n"]                               | [[4], [5], [6]]      | [[2]]        |
      | no parameters     | KEEP n \| SORT n                              | "params": []                                  | [[4], [5], [6]]      | [[2]]        |
      | columns           | KEEP n \| SORT n                              | "columnar": true                              | [[4, 5, 6]]          | [[2]]        |
      | a zone            | KEEP n \| SORT n                              | "time_zone": "+01:00"                         | [[4], [5], [6]]      | [[2]]        |
      | a locale          | KEEP n \| SORT n                              | "locale": "de-DE"                             | [[4], [5], [6]]      | [[2]]        |
      | no approximation  | STATS number = COUNT(*), total = SUM(n)       | "approximation": false                        | [[3, 15]]            | [[1, 2]]     |
      | all of them       | WHERE n < ? \| KEEP n, word \| SORT n         | "params": [6], "columnar": true, "time_zone": "Europe/Paris", "locale": "fr", "approximation": false | [[4, 5], ["even", "odd"]] | [[2], ["even"]] |

  @query-filter.filter-restricts
  Scenario: A filter restricts the documents of a query with approximation, if that is not refused
    Given an index "books"
    And 6 numbered documents in "books"
    And the client queries with:
      """
      { "query": "FROM $books | KEEP n | SORT n | LIMIT 10", "filter": { "range": { "n": { "gte": 4 } } } }
      """
    And the response is a success
    When the client queries with:
      """
      {
        "query": "FROM $books | KEEP n | SORT n | LIMIT 10",
        "filter": { "range": { "n": { "gte": 4 } } },
        "approximation": true
      }
      """
    Then the request is refused or has these rows:
      | n |
      | 4 |
      | 5 |
      | 6 |

  @query-filter.filter-restricts
  Scenario Outline: A filter keeps the documents with <what>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "shelf": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | n    | shelf         |
      | a   | 0    | ""            |
      | b   | 1    | the "old" one |
      | c   | -1   | Köln 東京       |
      | d   | 2500 | the old one   |
    When the client queries with:
      """
      { "query": "FROM $books | KEEP n | SORT n | LIMIT 10", "filter": { <filter> } }
      """
    Then "values" is <values>

    Examples:
      | what                   | filter                                         | values             |
      | the number 0           | "term": { "n": 0 }                             | [[0]]              |
      | one of two numbers     | "terms": { "n": [0, -1] }                      | [[-1], [0]]        |
      | a term of four digits  | "term": { "n": 2500 }                          | [[2500]]           |
      | one number             | "terms": { "n": [2500] }                       | [[2500]]           |
      | numbers from 0         | "range": { "n": { "gte": 0 } }                 | [[0], [1], [2500]] |
      | a large number         | "range": { "n": { "gte": 2500, "lte": 2500 } } | [[2500]]           |
      | numbers up to 0        | "range": { "n": { "lte": 0 } }                 | [[-1], [0]]        |
      | a text without letters | "term": { "shelf": "" }                        | [[0]]              |
      | a text with quotes     | "term": { "shelf": "the \\"old\\" one" }       | [[1]]              |
      | letters of two kinds   | "term": { "shelf": "Köln 東京" }                 | [[-1]]             |
      | one of two texts       | "terms": { "shelf": ["", "\\"old\\""] }        | [[0]]              |
      | other letters          | "terms": { "shelf": ["Köln 東京"] }              | [[-1]]             |

  Scenario Outline: A filter restricts the documents of an answer in <format>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "word": { "type": "keyword" } } } }
      """
    And 6 numbered documents in "books"
    And the client queries accepting "<media type>" with:
      """
      { "query": "FROM $books | KEEP n, word | SORT n | LIMIT 10" }
      """
    And there are 6 rows
    When the client queries accepting "<media type>" with:
      """
      {
        "query": "FROM $books | KEEP n, word | SORT n | LIMIT 10",
        "filter": { "range": { "n": { "gte": 2, "lte": 3 } } }
      }
      """
    Then the columns are "n, word"
    And the rows are:
      | n | word |
      | 2 | even |
      | 3 | odd  |

    Examples:
      | clause                       | format | media type                                |
      | query-filter.filter-in-texts | yaml   | application/yaml                          |
      | query-filter.filter-in-texts | csv    | text/csv; header=present                  |
      | query-filter.filter-in-texts | tsv    | text/tab-separated-values; header=present |
      | query-filter.filter-in-texts | txt    | text/plain; header=present                |
      | query-filter.filter-in-md    | md     | text/markdown                             |
      | query-filter.filter-in-cbor  | cbor   | application/cbor                          |
      | query-filter.filter-in-smile | smile  | application/smile                         |
      | query-filter.filter-in-arrow | arrow  | application/vnd.apache.arrow.stream       |

  @query-filter.filter-over-pattern
  Scenario Outline: A filter restricts the documents of all indices of a pattern: <what>
    Given an index "shelf"
    And 6 numbered documents in "shelf"
    And the client queries:
      """
      FROM $shelf* | <commands>
      """
    And the response is a success
    When the client queries with:
      """
      { "query": "FROM $shelf* | <commands>", "filter": { "range": { "n": { "gte": 4 } } } }
      """
    Then "values" is <values>

    Examples:
      | what        | commands                              | values          |
      | for rows    | KEEP n \| SORT n \| LIMIT 10          | [[4], [5], [6]] |
      | for figures | STATS number = COUNT(*), low = MIN(n) | [[3, 4]]        |

  Scenario Outline: The filter <filter> selects <values>
    Given an index "books" with:
      """
      { "mappings": { "properties": {
        "shelf": { "type": "keyword" }, "title": { "type": "text" }, "n": { "type": "integer" }, "day": { "type": "date" }
      } } }
      """
    And these documents in "books":
      | _id | n | shelf      | title              | day        |
      | a   | 1 | north      | the house in paris | 2024-05-01T00:00:00Z |
      | b   | 2 | south      | house of mirth     | 2024-05-02T00:00:00Z |
      | c   | 3 | North      | tales of paris     | 2024-05-03T00:00:00Z |
      | d   | 4 | north wall | orlando            | 2024-05-04T00:00:00Z |
    When the client queries with:
      """
      { "query": "FROM $books | KEEP n | SORT n | LIMIT 10", "filter": <filter> }
      """
    Then "values" is <values>

    Examples:
      | clause                    | filter                                                                                   | values     |
      | query-filter.filter-range | { "range": { "n": { "gte": 2, "lte": 3 } } }                                             | [[2], [3]] |
      | query-filter.filter-range | { "range": { "n": { "gte": 4, "lte": 4 } } }                                             | [[4]]      |
      | query-filter.filter-range | { "range": { "day": { "gte": "2024-05-02T00:00:00Z", "lte": "2024-05-03T00:00:00Z" } } } | [[2], [3]] |
      | query-filter.filter-range | { "range": { "day": { "gte": "2024-05-02T01:00:00+01:00", "lte": "2024-05-03T00:00:00Z" } } } | [[2], [3]] |
      | query-filter.filter-term  | { "term": { "shelf": "north" } }                                                         | [[1]]      |
      | query-filter.filter-term  | { "term": { "n": 3 } }                                                                   | [[3]]      |
      | query-filter.filter-terms | { "terms": { "shelf": ["south", "north", "attic"] } }                                    | [[1], [2]] |
      | query-filter.filter-terms | { "terms": { "n": [4, 2] } }                                                             | [[2], [4]] |
      | query-filter.filter-match | { "match": { "title": "orlando mirth" } }                                                | [[2], [4]] |
      | query-filter.filter-match | { "match": { "title": { "query": "paris house", "operator": "and" } } }                  | [[1]]      |
      | query-filter.filter-match | { "match": { "title": { "query": "orlando mirth", "operator": "or" } } }                 | [[2], [4]] |

  @query-filter.filter-with-where
  Scenario: With a filter and WHERE, a document must match both
    Given an index "books"
    And 6 numbered documents in "books"
    And the client queries:
      """
      FROM $books | WHERE n < 5 | STATS number = COUNT(*), total = SUM(n)
      """
    And the response is a success
    When the client queries with:
      """
      {
        "query": "FROM $books | WHERE n < 5 | KEEP n | SORT n | LIMIT 10",
        "filter": { "term": { "word": "even" } }
      }
      """
    Then "values" is [[2], [4]]
    When the client queries in json with:
      """
      {
        "query": "FROM $books | WHERE n < 5 | STATS number = COUNT(*), total = SUM(n)",
        "filter": { "term": { "word": "even" } }
      }
      """
    Then "values" is [[2, 6]]

  @query-filter.filter-invalid
  Scenario: Invalid filters
    Given an index "books"
    And 2 numbered documents in "books"
    Then it is recorded how the server answers these wrong requests:
      | what             | request      | body                                                                           |
      | no object        | POST /_query | { "query": "FROM $books \| LIMIT 10", "filter": "n:1" }                        |
      | a list           | POST /_query | { "query": "FROM $books \| LIMIT 10", "filter": [{ "term": { "n": 1 } }] }     |
      | empty            | POST /_query | { "query": "FROM $books \| LIMIT 10", "filter": {} }                           |
      | an unknown query | POST /_query | { "query": "FROM $books \| LIMIT 10", "filter": { "no_such": { "n": 1 } } }    |
      | null             | POST /_query | { "query": "FROM $books \| LIMIT 10", "filter": null }                         |
