Feature: Asynchronous query: stopping
  A running query that is stopped returns the results that it has computed so far.

  @async-query.stop-ends-running
  Scenario: A stopped query is finished and partial
    Given an index "books"
    And 1 numbered document in "books"
    And an endless query over "books" is running
    When the client stops the query
    Then the query has finished
    And "is_partial" is true

  @async-query.stop-ends-running
  Scenario: Stopping one query does not stop another
    Given an index "books"
    And 1 numbered document in "books"
    And an endless query over "books" is running
    And the query is kept as "first"
    And an endless query over "books" is running
    When the client stops the query
    Then the query has finished
    When the client returns to the query "first"
    And the client asks for the query, waiting "10ms"
    Then the query is running

  @async-query.stop-ends-running
  Scenario: A query that is stopped before it has found a row is partial, too
    Given an index "books" with:
      """
      { "mappings": { "properties": { "v": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | v                              |
      | 1   | [0, 1, 2, 3, 4, 5, 6, 7, 8, 0] |
    And the client starts the query with:
      """
      {
        "query": "FROM $books | EVAL a = v, b = v, c = v, d = v, e = v, f = v, g = v, h = v, i = v, j = v | MV_EXPAND a | MV_EXPAND b | MV_EXPAND c | MV_EXPAND d | MV_EXPAND e | MV_EXPAND f | MV_EXPAND g | MV_EXPAND h | MV_EXPAND i | MV_EXPAND j | WHERE a + b + c + d + e + f + g + h + i + j == 90 | KEEP v",
        "wait_for_completion_timeout": "100ms"
      }
      """
    And the query is running
    When the client stops the query
    Then the query has finished
    And "is_partial" is true

  @async-query.stop-results-so-far
  Scenario: The response to a stop contains the results computed so far
    Given an index "books" with:
      """
      {
        "settings": { "number_of_shards": 1 },
        "mappings": { "properties": { "title": { "type": "keyword" }, "v": { "type": "integer" } } }
      }
      """
    # Books with one value are processed within the wait, even on a busy machine; the book in the middle expands to 10^10 rows, none of which match.
    And these documents in "books":
      | _id | title | v                              |
      | 1   | short | 9                              |
      | 2   | short | 9                              |
      | 3   | long  | [0, 1, 2, 3, 4, 5, 6, 7, 8, 0] |
      | 4   | short | 9                              |
      | 5   | short | 9                              |
    And the client starts the query with:
      """
      {
        "query": "FROM $books | EVAL a = v, b = v, c = v, d = v, e = v, f = v, g = v, h = v, i = v, j = v | MV_EXPAND a | MV_EXPAND b | MV_EXPAND c | MV_EXPAND d | MV_EXPAND e | MV_EXPAND f | MV_EXPAND g | MV_EXPAND h | MV_EXPAND i | MV_EXPAND j | WHERE a + b + c + d + e + f + g + h + i + j == 90 | KEEP title, v",
        "wait_for_completion_timeout": "4s",
        "keep_alive": "10m"
      }
      """
    And the query is running
    When the client stops the query
    Then the query has finished
    And the query had begun before it was stopped
    And the answer is in the format json
    And "took" is an integer
    And the columns are "title, v"
    And "values.0" is ["short", 9]

  @async-query.stop-results-so-far
  Scenario: The result of a stopped query has the same structure as any other
    Given an index "books"
    And 1 numbered document in "books"
    And an endless query over "books" is running
    When the client stops the query
    Then the query has finished
    And "took" is an integer
    And the columns are "n"
    And the table is kept as "answer to the stop"
    When the client asks for the query, waiting "1s"
    Then the answer is the table kept as "answer to the stop"

  @async-query.stopped-stays-finished
  Scenario: A stopped query stays finished and partial
    Given an index "books"
    And 1 numbered document in "books"
    And an endless query over "books" is running
    And the client stops the query
    When the client asks for the query, waiting "1s"
    Then the query has finished
    And "is_partial" is true
    When the client asks for the query, waiting "1s"
    Then the query has finished
    And "is_partial" is true

  @async-query.stop-finished
  Scenario: The response to stopping a finished query
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    And the client asks for the query until it has finished
    When the client stops the query
    Then it is recorded how the server answers
