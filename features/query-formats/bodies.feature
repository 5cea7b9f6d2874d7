Feature: Query formats: bodies of requests
  A body in YAML, CBOR or Smile may have every member of a request.

  Scenario Outline: Every member of a body in <format> has its effect
    Given an index "books"
    And 6 numbered documents in "books"
    When the client queries sent as <format> with:
      """
      {
        "query": "FROM $books | WHERE n > ? | KEEP n, word | SORT n",
        "params": [1],
        "filter": { "range": { "n": { "lte": 3 } } },
        "columnar": true,
        "time_zone": "UTC",
        "locale": "en-US"
      }
      """
    Then the answer is in the format <format>
    And "values" is [[2, 3], ["even", "odd"]]

    Examples:
      | clause                           | format |
      | query-formats.content-type-yaml  | yaml   |
      | query-formats.content-type-cbor  | cbor   |
      | query-formats.content-type-smile | smile  |
