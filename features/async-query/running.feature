Feature: Asynchronous query: running
  A query that takes longer than its first wait continues in the background and can be fetched.

  @async-query.background-goes-on
  Scenario: A query that outlasted its wait continues, and its result can be fetched
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    When the client asks for the query until it has finished
    Then "values" is [[$slow_rows]]

  @async-query.background-not-blocking
  Scenario: Searches and other queries are answered while a query runs
    Given an index "books"
    And 3 numbered documents in "books"
    And the client queries:
      """
      FROM $books | STATS largest = MAX(n)
      """
    And the response is a success
    And an endless query over "books" is running
    When the client searches "books" with:
      """
      { "query": { "term": { "word": "even" } } }
      """
    Then the hits are "2"
    And the answer comes no later than "1s" in one of 5 requests
    When the client queries with:
      """
      { "query": "FROM $books | STATS largest = MAX(n)" }
      """
    Then the rows are:
      | largest |
      | 3       |
    And the answer comes no later than "1s" in one of 5 requests
    When the client asks for the query, waiting "10ms"
    Then the query is running

  @async-query.get-running-finishes
  Scenario Outline: A fetch returns the result if the query completes within the wait of the fetch
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    When the client asks for the query, waiting "<wait>"
    Then the query has finished
    And "took" is an integer
    And the columns are "n"
    And "values" is [[$slow_rows]]

    Examples:
      | wait |
      | 20s  |
      | 1m   |
      | 1d   |

  @async-query.get-running-finishes
  Scenario: Two fetches that wait at the same time both return the result
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    When two clients wait "20s" for the query
    Then "values" is [[$slow_rows]]

  @async-query.wait-ends-with-result
  Scenario: A fetch does not wait longer than the query takes
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    When the client asks for the query, waiting "20s"
    Then the query has finished
    And the answer came no later than "10s"

  @async-query.wait-ends-with-result
  Scenario: A fetch of a finished query does not wait
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    And the client asks for the query until it has finished
    When the client asks for the query, waiting "20s"
    Then the query has finished
    And the answer comes no later than "1s" in one of 5 requests

  @async-query.get-running-still
  Scenario: A fetch reports a running query if it does not complete within the wait of the fetch
    Given an index "books"
    And 1 numbered document in "books"
    And an endless query over "books" is running
    When the client asks for the query, waiting "50ms"
    Then the query is running
    When the client asks for the query, waiting "1500ms"
    Then the query is running
    And the answer came no sooner than "1500ms"

  @async-query.get-wait-parameter
  Scenario: Fetching a running query without any wait
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    And the client asks for the query until it has finished
    And the client asks for the query, waiting "0ms"
    And the response is a success
    And an endless query over "books" is running
    When the client asks for the query, waiting "0ms"
    Then the query is running
    And the answer comes no later than "300ms" in one of 5 requests

  @async-query.get-wait-parameter
  Scenario Outline: Fetching a running query takes no longer than the requested wait: <wait>
    Given an index "books"
    And 1 numbered document in "books"
    And an endless query over "books" is running
    When the client asks for the query, waiting "<wait>"
    Then the response is a success
    And the answer comes no later than "<wait>" in one of 5 requests

    Examples:
      | wait  |
      | 10ms  |
      | 300ms |
      | 1s    |
