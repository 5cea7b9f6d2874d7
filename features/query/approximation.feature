Feature: Query request: approximation
  The effect of the member `approximation` on the results of STATS.

  @query.approximation-default-false
  Scenario Outline: The figures of a STATS query <what> are exact
    Given an index "books"
    And 25 numbered documents in "books"
    And the client queries:
      """
      FROM $books | STATS number = COUNT(*), total = SUM(n), mean = AVG(n), highest = MAX(n)
      """
    And the response is a success
    When the client queries with:
      """
      {
        "query": "FROM $books | STATS number = COUNT(*), total = SUM(n), mean = AVG(n), highest = MAX(n)"<approximation>
      }
      """
    Then the rows are:
      | number | total | mean | highest |
      | 25     | 325   | 13   | 25      |

    Examples:
      | what                       | approximation            |
      | without the member         |                          |
      | with approximation refused | , "approximation": false |

  Scenario Outline: A STATS query returns its columns: <what>
    Given an index "books"
    And 25 numbered documents in "books"
    And the client queries:
      """
      FROM $books | STATS number = COUNT(*), total = SUM(n)
      """
    And the response is a success
    When the client queries with:
      """
      {
        "query": "FROM $books | STATS number = COUNT(*), total = SUM(n)",
        "approximation": <approximation>
      }
      """
    Then the column "number" is present
    And the column "total" is present
    And there is 1 row

    Examples:
      | clause                     | what                            | approximation |
      | query.approximation-true   | with approximation              | true          |
      | query.approximation-object | with an object without settings | {}            |

  @query.approximation-near
  Scenario: The figures of two hundred documents, with approximation
    Given an index "books"
    And 200 numbered documents in "books"
    And the client queries:
      """
      FROM $books | STATS number = COUNT(*), mean = AVG(n) | KEEP number, mean
      """
    And the rows are:
      | number | mean  |
      | 200    | 100.5 |
    When the client queries with:
      """
      {
        "query": "FROM $books | STATS number = COUNT(*), mean = AVG(n) | KEEP number, mean",
        "approximation": true
      }
      """
    Then there is 1 row
    And "values.0.0" is at least 20
    And "values.0.0" is at most 2000
    And "values.0.1" is at least 10
    And "values.0.1" is at most 1005

  Scenario Outline: With approximation, the answer has the form that was asked for: <what>
    Given an index "books"
    And 6 numbered documents in "books"
    And the client <asks> with:
      """
      { "query": "FROM $books | STATS number = COUNT(*), total = SUM(n) | KEEP number, total"<others> }
      """
    And the response is a success
    When the client <asks> with:
      """
      {
        "query": "FROM $books | STATS number = COUNT(*), total = SUM(n) | KEEP number, total",
        "approximation": <approximation><others>
      }
      """
    Then the response is a success
    And <outcome>

    Examples:
      | clause                     | what                     | asks                    | approximation | others             | outcome                          |
      | query.approximation-true   | by column                | queries                 | true          | , "columnar": true | "values.1.0" is a number         |
      | query.approximation-object | by column in YAML        | queries in yaml         | {}            | , "columnar": true | "values.1.0" is a number         |
      | query.approximation-true   | csv                      | queries accepting "text/csv; header=present"          | true          |                    | the columns are "number, total"  |
      | query.approximation-object | Markdown by name         | queries in md           | {}            |                    | the answer is in the format md   |
      | query.approximation-true   | asynchronous, by column  | starts the query        | true          | , "columnar": true, "wait_for_completion_timeout": "30s" | "values.1.0" is a number |
      | query.approximation-true   | asynchronous, in csv     | starts the query accepting "text/csv; header=present" | true          | , "wait_for_completion_timeout": "30s" | the columns are "number, total" |

  @query.approximation-without-stats
  Scenario Outline: A query without STATS returns its rows with approximation, or is refused: <what>
    Given an index "books"
    And 25 numbered documents in "books"
    And the client queries:
      """
      <query>
      """
    And the rows are:
      | n       |
      | <one>   |
      | <two>   |
      | <three> |
    When the client queries with:
      """
      { "query": "<query>", "approximation": true }
      """
    Then the request is refused or has these rows:
      | n       |
      | <one>   |
      | <two>   |
      | <three> |

    Examples:
      | what            | one | two | three | query                                              |
      | the first ones  | 1   | 2   | 3     | FROM $books \| KEEP n \| SORT n \| LIMIT 3         |
      | some documents  | 23  | 24  | 25    | FROM $books \| WHERE n > 22 \| KEEP n \| SORT n    |
      | the last ones   | 25  | 24  | 23    | FROM $books \| KEEP n \| SORT n DESC \| LIMIT 3    |

  @query.approximation-object @query.time-zone-offset
  Scenario: The other members of a request have their effect beside an object of settings, if it is accepted
    Given an index "books"
    And 6 numbered documents in "books"
    And the client queries with:
      """
      {
        "query": "FROM $books | WHERE n > ? | EVAL clock = DATE_FORMAT(\"HH:mm\", day), month = DATE_FORMAT(\"MMMM\", day) | KEEP n, clock, month | SORT n",
        "params": [1],
        "filter": { "range": { "n": { "lte": 3 } } },
        "time_zone": "+01:00",
        "locale": "fr"
      }
      """
    And the rows are:
      | n | clock | month   |
      | 2 | 01:00 | janvier |
      | 3 | 01:00 | janvier |
    When the client queries with:
      """
      {
        "query": "FROM $books | WHERE n > ? | EVAL clock = DATE_FORMAT(\"HH:mm\", day), month = DATE_FORMAT(\"MMMM\", day) | KEEP n, clock, month | SORT n",
        "params": [1],
        "filter": { "range": { "n": { "lte": 3 } } },
        "time_zone": "+01:00",
        "locale": "fr",
        "approximation": {}
      }
      """
    Then the request is refused or has these rows:
      | n | clock | month   |
      | 2 | 01:00 | janvier |
      | 3 | 01:00 | janvier |

  @query.approximation-settings
  Scenario: The accepted settings of an approximation
    Given an index "books"
    And 25 numbered documents in "books"
    Then it is recorded how the server answers these requests:
      | what                     | request      | body                                                                                                                    |
      | rows and a confidence    | POST /_query | { "query": "FROM $books \| STATS COUNT(*)", "approximation": { "rows": 10000, "confidence_level": 0.9 } }               |
      | a setting of no document | POST /_query | { "query": "FROM $books \| STATS COUNT(*)", "approximation": { "no_such_setting": 1 } }                                 |
      | figures in groups        | POST /_query | { "query": "FROM $books \| STATS c = COUNT(*), a = AVG(n) BY word \| SORT word", "approximation": true }                |
