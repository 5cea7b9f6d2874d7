Feature: The header line
  The parameter `header` of the media type in the `Accept` header decides whether the column names are in the response.

  Background:
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "word": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | n  | word |
      | a   | 41 | odd  |
      | b   | 42 | even |

  Scenario Outline: The column names are the first line of <format>
    When the client queries accepting "<media type>; header=present":
      """
      FROM $books | KEEP n, word | SORT n | LIMIT 10
      """
    Then the answer is in the format <format>
    And the columns are "n, word"
    And the rows are:
      | n  | word |
      | 41 | odd  |
      | 42 | even |

    Examples:
      | clause                           | format | media type                |
      | query-formats.header-present-csv | csv    | text/csv                  |
      | query-formats.header-present-tsv | tsv    | text/tab-separated-values |
      | query-formats.header-present-txt | txt    | text/plain                |

  Scenario Outline: The column names are omitted from <format>
    When the client queries accepting "<media type>; header=absent":
      """
      FROM $books | KEEP n, word | SORT n | LIMIT 10
      """
    Then the answer is in the format <format>
    And the rows are:
      | 1  | 2    |
      | 41 | odd  |
      | 42 | even |

    Examples:
      | clause                          | format | media type                |
      | query-formats.header-absent-csv | csv    | text/csv                  |
      | query-formats.header-absent-tsv | tsv    | text/tab-separated-values |
      | query-formats.header-absent-txt | txt    | text/plain                |

  @query-formats.header-absent-csv
  Scenario Outline: The column names are omitted, and the delimiter is <delimiter>
    When the client queries accepting "text/csv; header=absent", with "<delimiter>" as delimiter:
      """
      FROM $books | KEEP n, word | SORT n | LIMIT 10
      """
    Then the answer is in the format csv
    And the rows are:
      | 1  | 2    |
      | 41 | odd  |
      | 42 | even |

    Examples:
      | delimiter |
      | ;         |
      | \|        |

  Scenario Outline: The column names are omitted where a charset is named, too: <media type>
    Given the client queries accepting "<whole>":
      """
      ROW n = 41, word = "odd"
      """
    And the response is a success
    When the client queries accepting "<media type>":
      """
      ROW n = 41, word = "odd"
      """
    Then the answer is in the format <format>
    And the rows are:
      | 1  | 2   |
      | 41 | odd |

    Examples:
      | clause                          | format | whole                                    | media type                                              |
      | query-formats.header-absent-csv | csv    | text/csv; charset=utf-8                  | text/csv; charset=utf-8; header=absent                  |
      | query-formats.header-absent-csv | csv    | text/csv; charset=utf-8                  | text/csv; header=absent; charset=utf-8                  |
      | query-formats.header-absent-tsv | tsv    | text/tab-separated-values; charset=utf-8 | text/tab-separated-values; charset=utf-8; header=absent |
      | query-formats.header-absent-txt | txt    | text/plain; charset=utf-8                | text/plain; charset=utf-8; header=absent                |

  @query-formats.header-md-always
  Scenario Outline: Markdown always has the column names: <media type>
    When the client queries accepting "<media type>":
      """
      FROM $books | KEEP n, word | SORT n | LIMIT 10
      """
    Then the answer is in the format md
    And the columns are "n, word"
    And the rows are:
      | n  | word |
      | 41 | odd  |
      | 42 | even |

    Examples:
      | media type                    |
      | text/markdown                 |
      | text/markdown; header=present |

  @query-formats.header-md-absent-400
  Scenario Outline: Markdown without the column names: <media type>
    Given the client queries accepting "<whole>":
      """
      ROW n = 7
      """
    And the response is a success
    When the client queries accepting "<media type>":
      """
      ROW n = 7
      """
    Then the request is refused with status 400

    Examples:
      | whole                        | media type                                  |
      | text/markdown                | text/markdown; header=absent                |
      | text/markdown                | text/markdown;header=absent                 |
      | text/markdown; charset=utf-8 | text/markdown; charset=utf-8; header=absent |
      | text/markdown; charset=utf-8 | text/markdown; header=absent; charset=utf-8 |

  @query-formats.header-md-absent-400
  Scenario: Markdown without the column names, where the URL names md
    Given the client queries in md, accepting "text/markdown":
      """
      ROW n = 7
      """
    And the response is a success
    When the client queries in md, accepting "text/markdown; header=absent":
      """
      ROW n = 7
      """
    Then the request is refused with status 400

  Scenario Outline: Markdown without the column names on <path>
    Given the client sends POST "<path>" accepting "text/markdown" with:
      """
      { "query": "ROW n = 7", "wait_for_completion_timeout": "20s" }
      """
    And the response is a success
    When the client sends POST "<path>" accepting "text/markdown; header=absent" with:
      """
      { "query": "ROW n = 7", "wait_for_completion_timeout": "20s" }
      """
    Then the request is refused with status 400

    Examples:
      | clause                           | path                    |
      | async-query.header-md-absent-400 | /_query/async           |
      | async-query.header-md-absent-400 | /_query/async?format=md |

  @query-formats.header-details
  Scenario: Other values of the header parameter
    Then it is recorded how the server answers these requests:
      | what               | request                  | body                          | accept                           |
      | csv, nothing said  | POST /_query             | {"query":"ROW n = 7, m = 8"}  | text/csv                         |
      | tsv, nothing said  | POST /_query             | {"query":"ROW n = 7, m = 8"}  | text/tab-separated-values        |
      | txt, nothing said  | POST /_query             | {"query":"ROW n = 7, m = 8"}  | text/plain                       |
      | csv, an odd value  | POST /_query             | {"query":"ROW n = 7, m = 8"}  | text/csv; header=perhaps         |
      | csv, in quotes     | POST /_query             | {"query":"ROW n = 7, m = 8"}  | text/csv; header="absent"        |
      | csv, in capitals   | POST /_query             | {"query":"ROW n = 7, m = 8"}  | text/csv; HEADER=ABSENT          |
      | csv, format in URL | POST /_query?format=csv  | {"query":"ROW n = 7, m = 8"}  | text/csv; header=absent          |
    And it is recorded how the server answers these wrong requests:
      | what               | request                               | body                         |
      | csv, in the URL    | POST /_query?format=csv&header=absent | {"query":"ROW n = 7, m = 8"} |
      | tsv, in the URL    | POST /_query?format=tsv&header=absent | {"query":"ROW n = 7, m = 8"} |
      | md, in the URL     | POST /_query?format=md&header=absent  | {"query":"ROW n = 7, m = 8"} |
