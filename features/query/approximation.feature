Feature: Query request: approximation
  The effect of the member `approximation` on the results of STATS.

  @query.approximation-default-false
  Scenario Outline: The figures of a STATS query <what> are exact
    Given an index "books"
    And 25 numbered documents in "books"
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

  @query.approximation-details
  Scenario: The accepted settings of an approximation
    Given an index "books"
    And 25 numbered documents in "books"
    Then it is recorded how the server answers these requests:
      | what                     | request      | body                                                                                                                    |
      | rows and a confidence    | POST /_query | { "query": "FROM $books \| STATS COUNT(*)", "approximation": { "rows": 10000, "confidence_level": 0.9 } }               |
      | a setting of no document | POST /_query | { "query": "FROM $books \| STATS COUNT(*)", "approximation": { "no_such_setting": 1 } }                                 |
      | figures in groups        | POST /_query | { "query": "FROM $books \| STATS c = COUNT(*), a = AVG(n) BY word \| SORT word", "approximation": true }                |
      | a query without STATS    | POST /_query | { "query": "FROM $books \| KEEP n \| SORT n \| LIMIT 3", "approximation": true }                                        |
