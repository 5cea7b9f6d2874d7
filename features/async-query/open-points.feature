Feature: Asynchronous query: unspecified behaviour
  The specification leaves these points open. The behaviour of the server is recorded, not judged.

  @async-query.time-defaults-and-start
  Scenario: The response time of a request without a wait
    Given an index "books"
    And 1 numbered document in "books"
    When the client starts an endless query over "books"
    Then it is recorded how long the answer took
    And it is recorded how the server answers

  @async-query.time-defaults-and-start
  Scenario: The response time of fetching a query without a wait
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    When the client asks for the query
    Then it is recorded how long the answer took
    And it is recorded how the server answers

  @async-query.time-invalid
  Scenario: The response to an invalid wait or keep time
    Then it is recorded how the server answers these wrong requests:
      | what                  | request                                                               | body                                                              |
      | wait without a unit   | POST /_query/async                                                    | { "query": "ROW a = 1", "wait_for_completion_timeout": "2" }      |
      | wait as a number      | POST /_query/async                                                    | { "query": "ROW a = 1", "wait_for_completion_timeout": 2 }        |
      | wait in words         | POST /_query/async                                                    | { "query": "ROW a = 1", "wait_for_completion_timeout": "a bit" }  |
      | negative wait         | POST /_query/async                                                    | { "query": "ROW a = 1", "wait_for_completion_timeout": "-2s" }    |
      | keep without a unit   | POST /_query/async                                                    | { "query": "ROW a = 1", "keep_alive": "5" }                       |
      | keep in words         | POST /_query/async                                                    | { "query": "ROW a = 1", "keep_alive": "a while" }                 |
      | no keep time at all   | POST /_query/async                                                    | { "query": "ROW a = 1", "keep_alive": "0s" }                      |

  @async-query.members-on-sync
  Scenario: The effect of asynchronous members on the query endpoint
    Then it is recorded how the server answers these wrong requests:
      | what | request      | body                                                          |
      | wait | POST /_query | { "query": "ROW a = 1", "wait_for_completion_timeout": "2s" } |
      | keep | POST /_query | { "query": "ROW a = 1", "keep_alive": "5m" }                  |

  @async-query.get-and-delete-details
  Scenario Outline: The response to fetching or deleting a finished query: <what>
    When the client starts the query with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "20s", "keep_alive": "5m" }
      """
    And the query has an id
    Then it is recorded how the server answers these requests:
      | what   | request   | accept   |
      | <what> | <request> | <accept> |

    Examples:
      | what          | request                                 | accept   |
      | no format     | GET /_query/async/$query_id             |          |
      | format csv    | GET /_query/async/$query_id?format=csv  |          |
      | accepting csv | GET /_query/async/$query_id             | text/csv |
      | deletion      | DELETE /_query/async/$query_id          |          |

  @async-query.get-and-delete-details
  Scenario: The two headers in the response to fetching a query
    When the client starts the query with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "20s", "keep_alive": "5m" }
      """
    And the query has an id
    And the client asks for the query
    Then it is recorded what the header "X-Service-Async-Is-Running" is
    And it is recorded what the header "X-Service-Async-Id" is

  @async-query.failing-query
  Scenario Outline: The response to a query that cannot be run: <what>
    When the client starts the query with:
      """
      { "query": "<query>", "wait_for_completion_timeout": "20s" }
      """
    Then it is recorded how the server answers

    Examples:
      | what            | query                    |
      | unknown index   | FROM no-such-index       |
      | unknown column  | ROW a = 1 \| KEEP b      |
      | wrong grammar   | ROW a = 1 \| SORRT a     |
