Feature: Asynchronous query: starting
  The asynchronous endpoint waits for a query; if the query does not finish in time, the response contains an id.

  @async-query.post-ready-finished
  Scenario: A query that completes within the wait is finished in the first response
    Given an index "books"
    And 3 numbered documents in "books"
    When the client starts the query with:
      """
      { "query": "FROM $books | SORT n | KEEP n", "wait_for_completion_timeout": "20s" }
      """
    Then the response is a success
    And "is_running" is false

  @async-query.post-ready-full-result
  Scenario: A query that completes within the wait returns its complete result
    Given an index "books"
    And 4 numbered documents in "books"
    And the client queries with:
      """
      { "query": "FROM $books | SORT n DESC | KEEP n, word" }
      """
    And the table is kept as "answer of the query endpoint"
    When the client starts the query with:
      """
      { "query": "FROM $books | SORT n DESC | KEEP n, word", "wait_for_completion_timeout": "20s" }
      """
    Then the query has finished
    And "took" is an integer
    And "is_partial" is false
    And the columns are "n, word"
    And the rows are:
      | n | word |
      | 4 | even |
      | 3 | odd  |
      | 2 | even |
      | 1 | odd  |
    And the answer is the table kept as "answer of the query endpoint"

  @async-query.wait-time
  Scenario Outline: The server waits for a result that is ready within the wait
    Given an index "books"
    And 1 numbered document in "books"
    When the client starts a slow query over "books", waiting "<wait>"
    Then the query has finished
    And "values" is [[$slow_rows]]

    Examples:
      | wait |
      | 20s  |
      | 1m   |
      | 1d   |

  @async-query.wait-time
  Scenario: The response without a result comes when the wait is over
    Given an index "books"
    And 1 numbered document in "books"
    And the client starts the query with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "20s" }
      """
    When the client starts an endless query over "books", waiting "1s"
    Then the query is running
    And the answer came no sooner than "1s"
    And the answer came no later than "1s"

  @async-query.wait-time
  Scenario Outline: A short wait is not prolonged: <wait>
    Given an index "books"
    And 1 numbered document in "books"
    When the client starts an endless query over "books", waiting "<wait>"
    Then the query is running
    And the answer comes no later than "<wait>" in one of 5 requests

    Examples:
      | wait  |
      | 10ms  |
      | 300ms |
      | 1s    |

  @async-query.wait-time
  Scenario: A query that is started without any wait
    Given an index "books"
    And 1 numbered document in "books"
    And the client starts the query with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "0ms" }
      """
    And the response is a success
    When the client starts an endless query over "books", waiting "0ms"
    Then the query is running
    And the answer comes no later than "300ms" in one of 5 requests

  Scenario Outline: The wait counts in a request <options>
    Given an index "books"
    And 1 numbered document in "books"
    When the client starts an endless query over "books" <options>, waiting "1500ms"
    Then the response is a success
    And the answer came no sooner than "1500ms"
    And the answer came no later than "1500ms"
    When the client asks for the query, waiting "10ms"
    Then the query is running

    Examples:
      | clause                         | options                               |
      | async-query.wait-time          | in json                               |
      | async-query.wait-time          | in yaml                               |
      | async-query.wait-time          | in csv                                |
      | async-query.wait-time          | in tsv                                |
      | async-query.wait-time          | in txt                                |
      | async-query.format-md          | in md                                 |
      | async-query.format-cbor        | in cbor                               |
      | async-query.format-smile       | in smile                              |
      | async-query.format-arrow       | in arrow                              |
      | async-query.wait-time          | accepting "application/yaml"          |
      | async-query.wait-time          | accepting "text/csv"                  |
      | async-query.wait-time          | accepting "text/tab-separated-values" |
      | async-query.wait-time          | accepting "text/plain"                |
      | async-query.format-md          | accepting "text/markdown"             |
      | async-query.post-body-in-yaml  | sent as yaml                          |
      | async-query.post-body-in-cbor  | sent as cbor                          |
      | async-query.post-body-in-smile | sent as smile                         |

  @async-query.wait-ends-with-result
  Scenario: The first response does not wait longer than the result takes
    Given an index "books"
    And 3 numbered documents in "books"
    When the client starts the query with:
      """
      { "query": "FROM $books | SORT n | KEEP n", "wait_for_completion_timeout": "20s" }
      """
    Then the query has finished
    And the answer came no later than "5s"

  @async-query.keep-alive-time
  Scenario Outline: A request with a keep time is answered like any other
    Given an index "books"
    And 3 numbered documents in "books"
    And the client queries:
      """
      FROM $books | STATS largest = MAX(n)
      """
    And the response is a success
    When the client starts the query with:
      """
      {
        "query": "FROM $books | STATS largest = MAX(n)",
        "wait_for_completion_timeout": "20s",
        "keep_alive": "<time>"
      }
      """
    Then the query has finished
    And the rows are:
      | largest |
      | 3       |

    Examples:
      | time     |
      | 90s      |
      | 5m       |
      | 600000ms |

  @async-query.post-running-state
  Scenario: A query that outlasts the wait returns the id by which it can be fetched
    Given an index "books"
    And 1 numbered document in "books"
    When the client starts an endless query over "books", waiting "100ms"
    Then the query is running
    And "id" is a text
    When the client asks for the query, waiting "10ms"
    Then the response is a success

  @async-query.post-running-no-result
  Scenario: The first response to a query that outlasts the wait contains no rows
    Given an index "books"
    And 1 numbered document in "books"
    When the client starts an endless query over "books", waiting "100ms"
    Then the query is running
    And the answer holds no rows

  @async-query.post-header-id
  Scenario: The response to a query that outlasts the wait has the id in a header
    Given an index "books"
    And 1 numbered document in "books"
    When the client starts an endless query over "books", waiting "100ms"
    Then the query is running
    And "id" is a text
    And the header "X-Service-Async-Id" is "$query_id"
    When the client starts an endless query over "books", waiting "100ms"
    Then the query is running
    And the header "X-Service-Async-Id" is "$query_id"

  @async-query.post-header-is-running
  Scenario: The response to a query that outlasts the wait has the state in a header
    Given an index "books"
    And 1 numbered document in "books"
    When the client starts an endless query over "books", waiting "100ms"
    Then the query is running
    And the header "X-Service-Async-Is-Running" is true in any spelling

  @async-query.post-header-is-running
  Scenario: The response to a query that completes within the wait has the state in a header
    When the client starts the query with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "20s" }
      """
    Then the query has finished
    And the header "X-Service-Async-Is-Running" is false in any spelling

  @async-query.post-header-is-running
  Scenario: The header of a running query differs from the header of a finished one
    Given an index "books"
    And 1 numbered document in "books"
    When the client starts an endless query over "books", waiting "100ms"
    Then the query is running
    And the header "X-Service-Async-Is-Running" is kept as "running_state"
    When the client starts the query with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "20s" }
      """
    Then the query has finished
    And the header "X-Service-Async-Is-Running" is not "$running_state"

  @async-query.post-query-required
  Scenario: A request without a query is refused
    When the client starts the query with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "20s" }
      """
    Then the response is a success
    When the client wrongly sends POST "/_query/async" with:
      """
      { "wait_for_completion_timeout": "20s" }
      """
    Then the request is refused
