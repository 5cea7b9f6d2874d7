Feature: Asynchronous query: choosing the format
  An asynchronous request chooses the format of its response in the same ways as a request to the query endpoint.

  Scenario Outline: The URL names <format>
    Given an index "books"
    And 2 numbered documents in "books"
    When the client starts an endless query over "books" in <format>, waiting "100ms"
    Then the response is a success
    And the header "X-Service-Async-Id" is a text
    And the header "X-Service-Async-Is-Running" is true in any spelling
    And the header "X-Service-Async-Is-Running" is kept as "running_state"
    When the client asks for the query, waiting "10ms"
    Then the query is running
    When the client starts the query in <format> with:
      """
      { "query": "FROM $books | SORT n | KEEP n, word", "wait_for_completion_timeout": "20s" }
      """
    Then the answer is in the format <format>
    And the header "X-Service-Async-Is-Running" is false in any spelling
    And the header "X-Service-Async-Is-Running" is not "$running_state"
    And the columns are "n, word"
    And the rows are:
      | n | word |
      | 1 | odd  |
      | 2 | even |

    Examples:
      | clause                    | format |
      | async-query.format-yaml   | yaml   |
      | async-query.format-md     | md     |
      | async-query.format-cbor   | cbor   |
      | async-query.format-smile  | smile  |
      | async-query.format-arrow  | arrow  |

  @async-query.format-accept
  Scenario Outline: The header Accept names <media type>
    Given an index "books"
    And 2 numbered documents in "books"
    When the client starts the query accepting "<media type>" with:
      """
      { "query": "FROM $books | SORT n | KEEP n, word", "wait_for_completion_timeout": "20s" }
      """
    Then the answer is in the format <format>
    And the columns are "n, word"
    And the rows are:
      | n | word |
      | 1 | odd  |
      | 2 | even |

    Examples:
      | format | media type                                |
      | yaml   | application/yaml                          |
      | csv    | text/csv; header=present                  |
      | tsv    | text/tab-separated-values; header=present |
      | txt    | text/plain; header=present                |

  Scenario Outline: The column names are omitted from <format>
    Given an index "books"
    And 2 numbered documents in "books"
    When the client starts the query accepting "<media type>; header=absent" with:
      """
      { "query": "FROM $books | SORT n | KEEP n, word", "wait_for_completion_timeout": "20s" }
      """
    Then the answer is in the format <format>
    And the rows are:
      | 1 | 2    |
      | 1 | odd  |
      | 2 | even |

    Examples:
      | clause                        | format | media type                |
      | async-query.header-absent-csv | csv    | text/csv                  |
      | async-query.header-absent-tsv | tsv    | text/tab-separated-values |
      | async-query.header-absent-txt | txt    | text/plain                |

  @async-query.header-absent-csv
  Scenario: The column names are omitted, and the URL names a delimiter
    Given an index "books"
    And 2 numbered documents in "books"
    When the client starts the query accepting "text/csv; header=absent", with ";" as delimiter with:
      """
      { "query": "FROM $books | SORT n | KEEP n, word", "wait_for_completion_timeout": "20s" }
      """
    Then the answer is in the format csv
    And the rows are:
      | 1 | 2    |
      | 1 | odd  |
      | 2 | even |

  @async-query.header-absent-csv
  Scenario: The column names are omitted from csv where a charset is named, too
    Given the client starts the query accepting "text/csv; charset=utf-8" with:
      """
      { "query": "ROW n = 41, word = \"odd\"", "wait_for_completion_timeout": "20s" }
      """
    And the response is a success
    When the client starts the query accepting "text/csv; charset=utf-8; header=absent" with:
      """
      { "query": "ROW n = 41, word = \"odd\"", "wait_for_completion_timeout": "20s" }
      """
    Then the answer is in the format csv
    And the rows are:
      | 1  | 2   |
      | 41 | odd |

  @async-query.delimiter
  Scenario Outline: The URL names the delimiter <delimiter>
    Given an index "books"
    And 2 numbered documents in "books"
    When the client starts the query accepting "text/csv; header=present", with "<delimiter>" as delimiter with:
      """
      { "query": "FROM $books | SORT n | KEEP n, word", "wait_for_completion_timeout": "20s" }
      """
    Then the answer is in the format csv
    And the columns are "n, word"
    And the rows are:
      | n | word |
      | 1 | odd  |
      | 2 | even |

    Examples:
      | delimiter |
      | ;         |
      | §         |

  @async-query.delimiter
  Scenario Outline: The URL names <character> as delimiter
    Given an index "books"
    And 2 numbered documents in "books"
    And the client starts the query accepting "text/csv; header=present", with ";" as delimiter with:
      """
      { "query": "FROM $books | SORT n | KEEP n, word", "wait_for_completion_timeout": "20s" }
      """
    And the rows are:
      | n | word |
      | 1 | odd  |
      | 2 | even |
    When the client wrongly sends POST "/_query/async?format=csv&delimiter=<code>" with:
      """
      { "query": "FROM $books | SORT n | KEEP n, word", "wait_for_completion_timeout": "20s" }
      """
    Then the request is refused

    Examples:
      | character         | code |
      | a double quote    | %22  |
      | a carriage return | %0D  |
      | a line feed       | %0A  |
      | a tab             | %09  |
