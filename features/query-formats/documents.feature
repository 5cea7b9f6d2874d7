Feature: Machine-readable formats
  The rows json, yaml, cbor, smile and arrow of the format table.

  Background:
    Given an index "books" with:
      """
      {
        "mappings": {
          "properties": {
            "n": { "type": "integer" },
            "pages": { "type": "long" },
            "price": { "type": "double" },
            "word": { "type": "keyword" },
            "sold": { "type": "boolean" },
            "day": { "type": "date" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | n  | pages      | price | word         | sold  | day                      |
      | a   | 1  | 2147483650 | 0.25  | größer, "so" | true  | 2024-02-29T12:30:00.000Z |
      | b   | 2  | -5         | 1e100 | "12"         | false | 2024-03-01T00:00:00Z               |
      | c   | 30 |            | -7.5  | "true"       |       |                          |
      | d   | 40 | 70000      |       | "~"          | true  | 1969-12-31T23:59:59.999Z |

  @query-formats.json-full-response
  Scenario: JSON
    When the client queries in json:
      """
      FROM $books | KEEP n, pages, price, word, sold | SORT n | LIMIT 10
      """
    Then "took" is an integer
    And "is_partial" is false
    And "columns" is an array
    And "values" is an array
    And the columns are "n, pages, price, word, sold"
    And the rows are:
      | n  | pages      | price | word         | sold  |
      | 1  | 2147483650 | 0.25  | größer, "so" | true  |
      | 2  | -5         | 1e100 | "12"         | false |
      | 30 | null       | -7.5  | "true"       | null  |
      | 40 | 70000      | null  | "~"          | true  |

  @query-formats.yaml-full-response
  Scenario: YAML
    Given the client queries in json:
      """
      FROM $books | KEEP n, pages, price, word, sold | SORT n | LIMIT 10
      """
    And the table is kept as "json"
    When the client queries in yaml:
      """
      FROM $books | KEEP n, pages, price, word, sold | SORT n | LIMIT 10
      """
    Then the answer is in the format yaml
    And "took" is an integer
    And "is_partial" is false
    And "documents_found" is an integer
    And "values_loaded" is an integer
    And the answer is the table kept as "json"

  Scenario Outline: A result in <format>
    Given the client queries in json:
      """
      FROM $books | KEEP n, pages, price, word, sold | SORT n | LIMIT 10
      """
    And the table is kept as "json"
    When the client queries in <format>:
      """
      FROM $books | KEEP n, pages, price, word, sold | SORT n | LIMIT 10
      """
    Then the answer is in the format <format>
    And the answer is the table kept as "json"

    Examples:
      | clause                          | format |
      | query-formats.cbor-same-result  | cbor   |
      | query-formats.smile-same-result | smile  |
      | query-formats.arrow-stream      | arrow  |

  Scenario Outline: A number with many digits in <format>
    When the client queries in <format>:
      """
      ROW number = 9007199254740993
      """
    Then the rows are:
      | number           |
      | 9007199254740993 |

    Examples:
      | clause                           | format |
      | query-formats.json-full-response | json   |
      | query-formats.yaml-full-response | yaml   |
      | query-formats.cbor-same-result   | cbor   |
      | query-formats.smile-same-result  | smile  |
      | query-formats.arrow-stream       | arrow  |

  Scenario Outline: Texts of every length, and numbers of more than 32 bits, in <format>
    When the client queries in <format>:
      """
      ROW empty = "", one = "a", accent = "é", again = "a", of64 = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        of65 = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0", over = 2147483648, under = -2147483649
      """
    Then the rows are:
      | empty | one | accent | again | of64 | of65 | over | under |
      | ""    | a   | é      | a     | 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef | 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0 | 2147483648 | -2147483649 |

    Examples:
      | clause                           | format |
      | query-formats.json-full-response | json   |
      | query-formats.yaml-full-response | yaml   |
      | query-formats.cbor-same-result   | cbor   |
      | query-formats.smile-same-result  | smile  |
      | query-formats.arrow-stream       | arrow  |

  @query-formats.json-full-response
  Scenario: Two thousand rows in JSON
    When the client queries in json:
      """
      ROW a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], b = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], c = [1, 2, 3, 4, 5, 6, 7, 8]
      | MV_EXPAND a | MV_EXPAND b | MV_EXPAND c | EVAL n = a * 1000 + b * 10 + c | KEEP n, a | SORT n | LIMIT 3000
      """
    Then there are 2048 rows
    And "values.0" is [1011, 1]
    And "values.1500" is [12125, 12]
    And "values.2047" is [16168, 16]

  Scenario Outline: Two thousand rows in <format>
    Given the client queries in json:
      """
      ROW a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], b = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], c = [1, 2, 3, 4, 5, 6, 7, 8]
      | MV_EXPAND a | MV_EXPAND b | MV_EXPAND c | EVAL n = a * 1000 + b * 10 + c, wide = n * 100000000000 | KEEP n, a, wide | SORT n | LIMIT 2000
      """
    And there are 2000 rows
    And the table is kept as "json"
    When the client queries in <format>:
      """
      ROW a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], b = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], c = [1, 2, 3, 4, 5, 6, 7, 8]
      | MV_EXPAND a | MV_EXPAND b | MV_EXPAND c | EVAL n = a * 1000 + b * 10 + c, wide = n * 100000000000 | KEEP n, a, wide | SORT n | LIMIT 2000
      """
    Then the answer is the table kept as "json"

    Examples:
      | clause                           | format |
      | query-formats.yaml-full-response | yaml   |
      | query-formats.cbor-same-result   | cbor   |
      | query-formats.smile-same-result  | smile  |
      | query-formats.arrow-stream       | arrow  |
      | query-formats.csv-results-only   | csv    |
      | query-formats.tsv-results-only   | tsv    |
      | query-formats.txt-table          | txt    |
      | query-formats.md-pipe-table      | md     |

  Scenario Outline: Dates in <format>
    When the client queries in <format>:
      """
      FROM $books | WHERE day IS NOT NULL | KEEP n, day | SORT n | LIMIT 10
      """
    Then the columns are "n, day"
    And the column "day" holds the moments:
      | 2024-02-29T12:30:00.000Z |
      | 2024-03-01T00:00:00.000Z |
      | 1969-12-31T23:59:59.999Z |

    Examples:
      | clause                           | format |
      | query-formats.yaml-full-response | yaml   |
      | query-formats.cbor-same-result   | cbor   |
      | query-formats.smile-same-result  | smile  |
      | query-formats.arrow-stream       | arrow  |

  Scenario Outline: A result without rows in <format>
    When the client queries in <format>:
      """
      FROM $books | WHERE n > 1000 | KEEP n, word | LIMIT 10
      """
    Then there are 0 rows

    Examples:
      | clause                           | format |
      | query-formats.json-full-response | json   |
      | query-formats.yaml-full-response | yaml   |
      | query-formats.cbor-same-result   | cbor   |
      | query-formats.smile-same-result  | smile  |
      | query-formats.arrow-stream       | arrow  |

  @query-formats.no-rows
  Scenario: The columns of a result without rows
    Then it is recorded how the server answers these requests:
      | what           | request                  | body                                                                                    |
      | json           | POST /_query?format=json | {"query":"FROM $books \| WHERE n > 1000 \| KEEP n, word \| LIMIT 10"}                   |
      | yaml           | POST /_query?format=yaml | {"query":"FROM $books \| WHERE n > 1000 \| KEEP n, word \| LIMIT 10"}                   |
      | csv            | POST /_query?format=csv  | {"query":"FROM $books \| WHERE n > 1000 \| KEEP n, word \| LIMIT 10"}                   |
      | tsv            | POST /_query?format=tsv  | {"query":"FROM $books \| WHERE n > 1000 \| KEEP n, word \| LIMIT 10"}                   |
      | txt            | POST /_query?format=txt  | {"query":"FROM $books \| WHERE n > 1000 \| KEEP n, word \| LIMIT 10"}                   |
      | columnar json  | POST /_query?format=json | {"query":"FROM $books \| WHERE n > 1000 \| KEEP n, word \| LIMIT 10","columnar":true}   |
      | columnar yaml  | POST /_query?format=yaml | {"query":"FROM $books \| WHERE n > 1000 \| KEEP n, word \| LIMIT 10","columnar":true}   |

  @query-formats.cbor-smile-metadata
  Scenario Outline: Metadata in <format>
    When the client queries in <format>:
      """
      FROM $books | KEEP n | SORT n | LIMIT 10
      """
    Then it is recorded what "took" is
    And it is recorded what "is_partial" is
    And it is recorded what "documents_found" is

    Examples:
      | format |
      | cbor   |
      | smile  |
