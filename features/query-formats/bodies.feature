Feature: Query formats: members of requests
  A body in YAML, CBOR or Smile may have every member of a request, and so may a request for an answer in any format.

  Scenario Outline: Every member of a body in <format> has its effect
    Given an index "books"
    And 6 numbered documents in "books"
    And the client queries with:
      """
      {
        "query": "FROM $books | WHERE n > ? | EVAL month = DATE_FORMAT(\"HH MMMM\", day) | KEEP n, word, month | SORT n",
        "params": [1],
        "filter": { "range": { "n": { "lte": 3 } } },
        "columnar": true,
        "time_zone": "+01:00",
        "locale": "fr"
      }
      """
    And "values" is [[2, 3], ["even", "odd"], ["01 janvier", "01 janvier"]]
    When the client queries sent as <format> with:
      """
      {
        "query": "FROM $books | WHERE n > ? | EVAL month = DATE_FORMAT(\"HH MMMM\", day) | KEEP n, word, month | SORT n",
        "params": [1],
        "filter": { "range": { "n": { "lte": 3 } } },
        "columnar": true,
        "time_zone": "+01:00",
        "locale": "fr"
      }
      """
    Then the answer is in the format <format>
    And "values" is [[2, 3], ["even", "odd"], ["01 janvier", "01 janvier"]]

    Examples:
      | clause                           | format |
      | query-formats.content-type-yaml  | yaml   |
      | query-formats.content-type-cbor  | cbor   |
      | query-formats.content-type-smile | smile  |

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
