Feature: Query formats: members of requests
  A body in YAML, CBOR or Smile may have every member of a request, and so may a request for an answer in any format.

  Scenario Outline: Members of a body in <format> have their effect
    Given an index "books"
    And 6 numbered documents in "books"
    And the client queries with:
      """
      {
        "query": "FROM $books | WHERE n > ? | EVAL month = DATE_FORMAT(\"MMMM\", day) | KEEP n, word, month | SORT n",
        "params": [1],
        "filter": { "range": { "n": { "lte": 3 } } },
        "columnar": true,
        "locale": "fr"
      }
      """
    And "values" is [[2, 3], ["even", "odd"], ["janvier", "janvier"]]
    When the client queries sent as <format> with:
      """
      {
        "query": "FROM $books | WHERE n > ? | EVAL month = DATE_FORMAT(\"MMMM\", day) | KEEP n, word, month | SORT n",
        "params": [1],
        "filter": { "range": { "n": { "lte": 3 } } },
        "columnar": true,
        "locale": "fr"
      }
      """
    Then the answer is in the format <format>
    And "values" is [[2, 3], ["even", "odd"], ["janvier", "janvier"]]

    Examples:
      | clause                           | format |
      | query-formats.content-type-yaml  | yaml   |
      | query-formats.content-type-cbor  | cbor   |
      | query-formats.content-type-smile | smile  |

  @query.time-zone-offset
  Scenario Outline: The zone of a body in <format> has its effect
    Given an index "books"
    And 2 numbered documents in "books"
    And the client queries sent as <format> with:
      """
      { "query": "FROM $books | EVAL clock = DATE_FORMAT(\"HH:mm\", day) | KEEP n, clock | SORT n", "columnar": true }
      """
    And "values.0" is [1, 2]
    When the client queries sent as <format> with:
      """
      {
        "query": "FROM $books | EVAL clock = DATE_FORMAT(\"HH:mm\", day) | KEEP n, clock | SORT n",
        "columnar": true,
        "time_zone": "+01:00"
      }
      """
    Then the answer is in the format <format>
    And the columns are "n, clock"
    And "values" is [[1, 2], ["01:00", "01:00"]]

    Examples:
      | format |
      | yaml   |
      | cbor   |
      | smile  |

  Scenario Outline: The members of a request have their effect on an answer in <format>
    Given an index "books"
    And 6 numbered documents in "books"
    And the client queries with:
      """
      {
        "query": "FROM $books | WHERE n > ? | EVAL month = DATE_FORMAT(\"MMMM\", day) | KEEP n, word, month | SORT n",
        "params": [1],
        "filter": { "range": { "n": { "lte": 3 } } },
        "locale": "fr"
      }
      """
    And the rows are:
      | n | word | month   |
      | 2 | even | janvier |
      | 3 | odd  | janvier |
    When the client queries in <format> with:
      """
      {
        "query": "FROM $books | WHERE n > ? | EVAL month = DATE_FORMAT(\"MMMM\", day) | KEEP n, word, month | SORT n",
        "params": [1],
        "filter": { "range": { "n": { "lte": 3 } } },
        "locale": "fr"
      }
      """
    Then the rows are:
      | n | word | month   |
      | 2 | even | janvier |
      | 3 | odd  | janvier |

    Examples:
      | clause                           | format |
      | query-formats.json-full-response | json   |
      | query-formats.yaml-full-response | yaml   |
      | query-formats.csv-results-only   | csv    |
      | query-formats.tsv-results-only   | tsv    |
      | query-formats.txt-table          | txt    |
      | query-formats.md-pipe-table      | md     |
      | query-formats.cbor-same-result   | cbor   |
      | query-formats.smile-same-result  | smile  |
      | query-formats.arrow-stream       | arrow  |
