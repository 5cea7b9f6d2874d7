Feature: Asynchronous query: id and state in each format
  Structured formats contain the state of the query as a member; text formats have it only in the headers.

  @async-query.id-string
  Scenario Outline: The id of a running query is in the <format> body
    Given an index "books"
    And 1 numbered document in "books"
    When the client starts an endless query over "books" in <format>, waiting "100ms"
    Then the query is running
    And "id" is a text
    And "id" is kept as "first_id"
    When the client asks for the query, waiting "10ms"
    Then the query is running
    When the client starts an endless query over "books" in <format>, waiting "100ms"
    Then "id" is not "$first_id"

    Examples:
      | format |
      | json   |
      | yaml   |

  @async-query.id-string
  Scenario Outline: The id of a finished query, if present, is a string in <format>
    When the client starts the query in <format> with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "20s" }
      """
    Then the query has finished
    And "id" is a text|nothing

    Examples:
      | format |
      | json   |
      | yaml   |

  @async-query.is-running-boolean
  Scenario Outline: The state of a running query is a boolean in <format>
    Given an index "books"
    And 1 numbered document in "books"
    When the client starts an endless query over "books" in <format>, waiting "100ms"
    Then the response is a success
    And "is_running" is true
    When the client starts the query in <format> with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "20s" }
      """
    Then "is_running" is false

    Examples:
      | format |
      | json   |
      | yaml   |

  @async-query.is-running-boolean
  Scenario Outline: The state of a finished query is a boolean in <format>
    When the client starts the query in <format> with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "20s" }
      """
    Then the response is a success
    And "is_running" is a boolean

    Examples:
      | format |
      | json   |
      | yaml   |

  Scenario Outline: The headers of a <format> response contain the id and the state of a running query
    Given an index "books"
    And 1 numbered document in "books"
    When the client starts an endless query over "books" in <format>, waiting "100ms"
    Then the response is a success
    And the header "X-Service-Async-Id" is present
    And the header "X-Service-Async-Is-Running" is true in any spelling
    And the body does not hold "$query_id"
    And the body does not hold "is_running"
    And the answer holds no rows
    When the client asks for the query, waiting "10ms"
    Then the query is running

    Examples:
      | clause                             | format |
      | async-query.csv-state-in-headers   | csv    |
      | async-query.tsv-state-in-headers   | tsv    |
      | async-query.txt-state-in-headers   | txt    |

  Scenario Outline: A later response that is <format> tells whether the query runs
    Given an index "books"
    And 1 numbered document in "books"
    And an endless query over "books" is running
    When the client sends GET "/_query/async/$query_id" accepting "<media type>"
    Then the query tells that it is running, if the answer is text

    Examples:
      | clause                           | format | media type                |
      | async-query.csv-state-in-headers | csv    | text/csv                  |
      | async-query.tsv-state-in-headers | tsv    | text/tab-separated-values |
      | async-query.txt-state-in-headers | txt    | text/plain                |

  @async-query.csv-state-in-headers
  Scenario: The response to a stop that is csv tells that the query has finished
    Given an index "books"
    And 1 numbered document in "books"
    And an endless query over "books" is running
    When the client sends POST "/_query/async/$query_id/stop" accepting "text/csv"
    Then the query tells that it has finished, if the answer is text

  Scenario Outline: A later response that is <format> tells that a stopped query has finished
    Given an index "books"
    And 1 numbered document in "books"
    And an endless query over "books" is running
    And the client stops the query
    When the client sends GET "/_query/async/$query_id" accepting "<media type>"
    Then the query tells that it has finished, if the answer is text

    Examples:
      | clause                             | format | media type       |
      | async-query.csv-state-in-headers   | csv    | text/csv         |
      | async-query.stopped-stays-finished | yaml   | application/yaml |
      | async-query.stopped-stays-finished | cbor   | application/cbor |
      | async-query.stopped-stays-finished | smile  | application/smile |

  Scenario Outline: The header of a <format> response contains the state of a finished query
    Given an index "books"
    And 2 numbered documents in "books"
    When the client starts the query accepting "<media type>; header=present" with:
      """
      { "query": "FROM $books | SORT n | KEEP n, word", "wait_for_completion_timeout": "20s" }
      """
    Then the response is a success
    And the header "X-Service-Async-Is-Running" is false in any spelling
    And the rows are:
      | n | word |
      | 1 | odd  |
      | 2 | even |

    Examples:
      | clause                           | format | media type                |
      | async-query.csv-state-in-headers | csv    | text/csv                  |
      | async-query.tsv-state-in-headers | tsv    | text/tab-separated-values |
      | async-query.txt-state-in-headers | txt    | text/plain                |

  Scenario Outline: The headers of a <format> response distinguish a running query from a finished one
    Given an index "books"
    And 1 numbered document in "books"
    When the client starts an endless query over "books" in <format>, waiting "100ms"
    Then the response is a success
    And the header "X-Service-Async-Is-Running" is kept as "running_state"
    When the client starts the query in <format> with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "20s" }
      """
    Then the response is a success
    And the header "X-Service-Async-Is-Running" is not "$running_state"

    Examples:
      | clause                             | format |
      | async-query.csv-state-in-headers   | csv    |
      | async-query.tsv-state-in-headers   | tsv    |
      | async-query.txt-state-in-headers   | txt    |

  Scenario Outline: A finished query has an id in the header of a <format> response if it has one in JSON
    When the client starts the query with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "20s" }
      """
    Then the query has finished
    And the query is kept as "json"
    When the client starts the query in <format> with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "20s" }
      """
    Then the answer is in the format <format>
    And the query has an id if the query "json" had one

    Examples:
      | clause                             | format |
      | async-query.csv-state-in-headers   | csv    |
      | async-query.tsv-state-in-headers   | tsv    |
      | async-query.txt-state-in-headers   | txt    |

  @async-query.header-spelling
  Scenario Outline: The spelling of the state of a running query in the headers of a <format> response
    Given an index "books"
    And 1 numbered document in "books"
    When the client starts an endless query over "books" in <format>, waiting "100ms"
    Then it is recorded what the header "X-Service-Async-Is-Running" is
    And it is recorded what the header "X-Service-Async-Id" is
    And it is recorded how the server answers

    Examples:
      | format |
      | json   |
      | csv    |
      | md     |

  @async-query.header-spelling
  Scenario Outline: The spelling of the state of a finished query in the headers of a <format> response
    When the client starts the query in <format> with:
      """
      { "query": "ROW a = 1", "wait_for_completion_timeout": "20s" }
      """
    Then it is recorded what the header "X-Service-Async-Is-Running" is
    And it is recorded what the header "X-Service-Async-Id" is
    And it is recorded how the server answers

    Examples:
      | format |
      | json   |
      | csv    |
      | md     |
