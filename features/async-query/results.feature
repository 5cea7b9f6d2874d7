Feature: Asynchronous query: keeping and deleting the result
  The result of a finished query can be fetched until its keep time is over or it is deleted.

  @async-query.get-finished
  Scenario: The result of a finished query can be fetched repeatedly
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    And the client asks for the query until it has finished
    And the table is kept as "first answer with the result"
    When the client asks for the query, waiting "1s"
    Then the query has finished
    And "values" is [[$slow_rows]]
    And the answer is the table kept as "first answer with the result"
    When the client asks for the query, waiting "1s"
    Then the query has finished
    And "values" is [[$slow_rows]]
    And the answer is the table kept as "first answer with the result"
    # The specification has no greatest number of fetches.
    When the client asks for the query
    And the client asks for the query
    And the client asks for the query
    And the client asks for the query, waiting "1s"
    Then the query has finished
    And "values" is [[$slow_rows]]
    And the answer is the table kept as "first answer with the result"

  @async-query.get-finished
  Scenario Outline: A later response has all of many rows, or is refused: <media type>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "v": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | n | v                                    |
      | 1   | 1 | [10, 11, 12, 13, 14, 15, 16, 17, 18] |
      | 2   | 2 | [20, 21, 22, 23, 24, 25, 26, 27, 28] |
      | 3   | 3 | [30, 31, 32, 33, 34, 35, 36, 37, 38] |
    And the client queries in json:
      """
      FROM $books | EVAL a = v, b = v | MV_EXPAND a | MV_EXPAND b | EVAL m = a * 100 + b | KEEP m, a | SORT m | LIMIT 900
      """
    And there are 243 rows
    And the table is kept as "rows"
    # The lists that are counted before make the query outlast its wait.
    And the client starts the query with:
      """
      {
        "query": "FROM $books | EVAL a = v, b = v, c = v, d = v | MV_EXPAND a | MV_EXPAND b | MV_EXPAND c | MV_EXPAND d | STATS most = MAX(d) BY a, b | EVAL m = a * 100 + b | KEEP m, a | SORT m | LIMIT 900",
        "wait_for_completion_timeout": "1ms",
        "keep_alive": "10m"
      }
      """
    And the query is running
    When the client asks for the query until it has finished
    Then the answer is the table kept as "rows"
    When the client sends GET "/_query/async/$query_id" accepting "<media type>"
    Then the request is refused or returns the table kept as "rows"

    Examples:
      | media type                                |
      | text/csv; header=present                  |
      | text/tab-separated-values; header=present |
      | text/plain; header=present                |
      | text/markdown                             |
      | application/yaml                          |
      | application/cbor                          |
      | application/smile                         |
      | application/vnd.apache.arrow.stream       |

  @async-query.get-finished
  Scenario: The result reflects the moment when the query ran
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    And the client asks for the query until it has finished
    And the document "2" in "books":
      """
      { "n": 2 }
      """
    When the client asks for the query, waiting "1s"
    Then the query has finished
    And "values" is [[$slow_rows]]

  @async-query.get-finished
  Scenario: Each query has its own result
    Given an index "books"
    And 1 numbered document in "books"
    And an index "pens"
    And 3 numbered documents in "pens"
    And a slow query over "books" is running
    And the client asks for the query until it has finished
    And the query is kept as "first"
    And the table is kept as "result of the first query"
    And a slow query over "pens" is running
    And the client asks for the query until it has finished
    When the client returns to the query "first"
    And the client asks for the query, waiting "1s"
    Then the query has finished
    And "documents_found" is 1
    And the answer is the table kept as "result of the first query"

  @async-query.id-of-this-query
  Scenario: The responses to a fetch and to a stop have an id and the state of their query
    Given an index "books"
    And 1 numbered document in "books"
    And an endless query over "books" is running
    And the query is kept as "first"
    And an endless query over "books" is running
    And the query is kept as "second"
    And the client asks for the query, waiting "10ms"
    When the client returns to the query "first"
    And the client asks for the query, waiting "10ms"
    Then the query is running
    And "id" is a text
    And the header "X-Service-Async-Is-Running" is absent or true in any spelling
    When the client goes on with the id of the answer, if it has one
    Then the header "X-Service-Async-Id" is absent or "$query_id"
    When the client stops the query
    Then the query has finished
    And the header "X-Service-Async-Is-Running" is absent or false in any spelling
    When the client goes on with the id of the answer, if it has one
    Then the header "X-Service-Async-Id" is absent or "$query_id"
    When the client asks for the query, waiting "1s"
    Then the query has finished
    And the header "X-Service-Async-Is-Running" is absent or false in any spelling
    When the client goes on with the id of the answer, if it has one
    Then the header "X-Service-Async-Id" is absent or "$query_id"
    When the client asks for the query, waiting "1s"
    Then the query has finished
    When the client returns to the query "second"
    And the client asks for the query, waiting "10ms"
    Then the query is running
    When the client returns to the query "first"
    And the client asks for the query, waiting "1s"
    Then the query has finished

  @async-query.kept-until-keep-alive-is-over
  Scenario: A result that is kept for half a minute can be fetched after a few seconds
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running, kept for "30s"
    When the client asks for the query until it has finished
    And "3s" pass
    And the client asks for the query, waiting "1s"
    Then the query has finished
    And "values" is [[$slow_rows]]

  @async-query.kept-until-keep-alive-is-over
  Scenario Outline: A result is kept for the keep time of the request: <time>
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running, kept for "<time>"
    When the client asks for the query until it has finished
    And "<later>" pass
    And the client asks for the query, waiting "1s"
    Then the query has finished
    And "values" is [[$slow_rows]]

    Examples:
      | time     | later |
      | 10m      | 8m    |
      | 1h       | 50m   |
      | 600000ms | 8m    |

  @async-query.kept-for-its-own-time
  Scenario: A result is kept for the days that its request says
    Given an index "books"
    And 1 numbered document in "books"
    And the client starts the query with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "20s", "keep_alive": "1m" }
      """
    And a slow query over "books" is running, kept for "10d"
    And the client asks for the query until it has finished
    And the query is kept as "first"
    And the table is kept as "result of the first query"
    And a slow query over "books" is running, kept for "1m"
    When "9d" pass
    And the client returns to the query "first"
    And the client asks for the query, waiting "1s"
    Then the query has finished
    And the answer is the table kept as "result of the first query"

  @async-query.kept-for-its-own-time
  Scenario Outline: A result is kept for the days that its request says, of a query <query>
    Given an index "books"
    And 1 numbered document in "books"
    And the client starts an endless query over "books" <query>, waiting "10ms", kept for "10d"
    And the client stops the query
    And the response is a success
    When "9d" pass
    And the client asks for the query, waiting "1s"
    Then the response is a success

    Examples:
      | query                                 |
      | in json                               |
      | in csv                                |
      | in tsv                                |
      | in txt                                |
      | in yaml                               |
      | in md                                 |
      | in cbor                               |
      | in smile                              |
      | in arrow                              |
      | accepting "text/csv"                  |
      | accepting "text/tab-separated-values" |
      | accepting "text/plain"                |
      | accepting "application/yaml"          |
      | accepting "text/markdown"             |
      | sent as yaml                          |
      | sent as cbor                          |
      | sent as smile                         |

  @async-query.keep-alive-time
  Scenario Outline: The result of a query that is kept for <time> can be fetched
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running, kept for "<time>"
    When the client asks for the query until it has finished
    Then the query has finished

    Examples:
      | time |
      | 5m   |
      | 1d   |

  @async-query.get-finished-completeness
  Scenario: The result of a query that ran to completion is not partial
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    When the client asks for the query until it has finished
    Then "is_partial" is false
    When the client asks for the query, waiting "1s"
    Then "is_partial" is false

  @async-query.delete-running
  Scenario: A running query that is deleted can no longer be fetched
    Given an index "books"
    And 1 numbered document in "books"
    And an endless query over "books" is running
    When the client deletes the query
    Then the response is a success
    When the client asks for the query, waiting "1s"
    Then the query cannot be fetched

  @async-query.delete-running
  Scenario: A query that was deleted while it ran never returns a result
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    When the client deletes the query
    Then the response is a success
    When the client asks for the query, waiting "5s"
    Then the query cannot be fetched

  @async-query.delete-running
  Scenario: A query that was deleted while it ran cannot be fetched when another one like it has ended
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    And "id" is kept as "deleted"
    When the client deletes the query
    Then the response is a success
    Given a slow query over "books" is running
    And the client asks for the query until it has finished
    When the client sends GET "/_query/async/$deleted"
    Then the query cannot be fetched

  @async-query.delete-finished
  Scenario: The result of a finished query that is deleted can no longer be fetched
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    And the client asks for the query until it has finished
    When the client deletes the query
    Then the response is a success
    When the client asks for the query, waiting "1s"
    Then the query cannot be fetched

  @async-query.delete-finished
  Scenario: The result of a stopped query that is deleted can no longer be fetched
    Given an index "books"
    And 1 numbered document in "books"
    And an endless query over "books" is running
    And the client stops the query
    And the client asks for the query, waiting "1s"
    And the query has finished
    When the client deletes the query
    Then the response is a success
    When the client asks for the query, waiting "1s"
    Then the query cannot be fetched

  @async-query.delete-finished
  Scenario: Deleting one query does not affect the result of another
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    And the client asks for the query until it has finished
    And the query is kept as "first"
    And a slow query over "books" is running
    And the client asks for the query until it has finished
    When the client deletes the query
    And the client asks for the query, waiting "1s"
    Then the query cannot be fetched
    When the client returns to the query "first"
    And the client asks for the query, waiting "1s"
    Then the query has finished
    And "values.0.0" is an integer

  @async-query.after-keep-alive
  Scenario: The response to fetching a query after its keep time
    When the client starts the query with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "20s", "keep_alive": "1s" }
      """
    And the query has an id
    And the keep time of "1s" runs out
    Then it is recorded how the server answers these requests:
      | what   | request                           |
      | GET    | GET /_query/async/$query_id       |
      | stop   | POST /_query/async/$query_id/stop |
      | DELETE | DELETE /_query/async/$query_id    |

  @async-query.unknown-id
  Scenario: The response to fetching a deleted query
    Given an index "books"
    And 1 numbered document in "books"
    And an endless query over "books" is running
    And the client deletes the query
    Then it is recorded how the server answers these requests:
      | what   | request                           |
      | GET    | GET /_query/async/$query_id       |
      | stop   | POST /_query/async/$query_id/stop |
      | DELETE | DELETE /_query/async/$query_id    |

  @async-query.unknown-id
  Scenario Outline: The response to an id that is <kind>
    Then it is recorded how the server answers these requests:
      | what   | request                       |
      | GET    | GET /_query/async/<id>        |
      | stop   | POST /_query/async/<id>/stop  |
      | DELETE | DELETE /_query/async/<id>     |

    Examples:
      | kind            | id                                           |
      | never given out | FjF0Q0VKbFh4U2ZpX1I4Q2Z3bnNqb2cQMTIzNDU2Nzg5 |
      | malformed       | no%20id                                      |
