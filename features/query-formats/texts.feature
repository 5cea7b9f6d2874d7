Feature: Text formats
  The rows csv, tsv, txt and md of the format table, which contain only the result.

  Background:
    Given an index "books" with:
      """
      {
        "mappings": {
          "properties": {
            "n": { "type": "integer" },
            "word": { "type": "keyword" },
            "a_long_name_of_a_column": { "type": "integer" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | n    | word                                                                                           | a_long_name_of_a_column |
      | a   | 1    | odd                                                                                            | 5                       |
      | b   | 20   | even                                                                                           | -70000                  |
      | c   | 3000 | a-word-that-is-wider-than-many-tables-and-than-the-screens-of-old-terminals-were-with-24-lines | 123456789               |

  Scenario Outline: A <format> response contains only names and rows
    When the client queries accepting "<media type>":
      """
      FROM $books | KEEP n, word, a_long_name_of_a_column | SORT n | LIMIT 10
      """
    Then the answer is in the format <format>
    And the columns are "n, word, a_long_name_of_a_column"
    And the rows are:
      | n    | word                                                                                           | a_long_name_of_a_column |
      | 1    | odd                                                                                            | 5                       |
      | 20   | even                                                                                           | -70000                  |
      | 3000 | a-word-that-is-wider-than-many-tables-and-than-the-screens-of-old-terminals-were-with-24-lines | 123456789               |
    And the body does not hold "took"
    And the body does not hold "is_partial"
    And the body does not hold "documents_found"

    Examples:
      | clause                         | format | media type                                |
      | query-formats.csv-results-only | csv    | text/csv; header=present                  |
      | query-formats.tsv-results-only | tsv    | text/tab-separated-values; header=present |
      | query-formats.txt-table        | txt    | text/plain; header=present                |
      | query-formats.md-pipe-table    | md     | text/markdown                             |

  Scenario Outline: A column of a single letter in <format>
    When the client queries accepting "<media type>":
      """
      FROM $books | KEEP n | SORT n DESC | LIMIT 2
      """
    Then the columns are "n"
    And the rows are:
      | n    |
      | 3000 |
      | 20   |

    Examples:
      | clause                         | format | media type                                |
      | query-formats.csv-results-only | csv    | text/csv; header=present                  |
      | query-formats.tsv-results-only | tsv    | text/tab-separated-values; header=present |
      | query-formats.txt-table        | txt    | text/plain; header=present                |
      | query-formats.md-pipe-table    | md     | text/markdown                             |

  Scenario Outline: Two thousand rows in <format>
    Given the client queries in json:
      """
      ROW a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], b = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], c = [1, 2, 3, 4, 5, 6, 7, 8]
      | MV_EXPAND a | MV_EXPAND b | MV_EXPAND c | EVAL n = a * 1000 + b * 10 + c | KEEP n, a | SORT n | LIMIT 2000
      """
    And there are 2000 rows
    And the table is kept as "json"
    When the client queries accepting "<media type>":
      """
      ROW a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], b = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], c = [1, 2, 3, 4, 5, 6, 7, 8]
      | MV_EXPAND a | MV_EXPAND b | MV_EXPAND c | EVAL n = a * 1000 + b * 10 + c | KEEP n, a | SORT n | LIMIT 2000
      """
    Then the answer is the table kept as "json"

    Examples:
      | clause                         | format | media type                                |
      | query-formats.csv-results-only | csv    | text/csv; header=present                  |
      | query-formats.tsv-results-only | tsv    | text/tab-separated-values; header=present |
      | query-formats.txt-table        | txt    | text/plain; header=present                |
      | query-formats.md-pipe-table    | md     | text/markdown                             |

  Scenario Outline: More than a hundred columns in <format>
    Given the client queries in json:
      """
      ROW c1 = 1, c2 = 2, c3 = 3, c4 = 4, c5 = 5, c6 = 6, c7 = 7, c8 = 8, c9 = 9, c10 = 10, c11 = 11, c12 = 12, c13 = 13, c14 = 14, c15 = 15, c16 = 16, c17 = 17, c18 = 18, c19 = 19, c20 = 20, c21 = 21, c22 = 22, c23 = 23, c24 = 24, c25 = 25, c26 = 26, c27 = 27, c28 = 28, c29 = 29, c30 = 30, c31 = 31, c32 = 32, c33 = 33, c34 = 34, c35 = 35, c36 = 36, c37 = 37, c38 = 38, c39 = 39, c40 = 40, c41 = 41, c42 = 42, c43 = 43, c44 = 44, c45 = 45, c46 = 46, c47 = 47, c48 = 48, c49 = 49, c50 = 50, c51 = 51, c52 = 52, c53 = 53, c54 = 54, c55 = 55, c56 = 56, c57 = 57, c58 = 58, c59 = 59, c60 = 60, c61 = 61, c62 = 62, c63 = 63, c64 = 64, c65 = 65, c66 = 66, c67 = 67, c68 = 68, c69 = 69, c70 = 70, c71 = 71, c72 = 72, c73 = 73, c74 = 74, c75 = 75, c76 = 76, c77 = 77, c78 = 78, c79 = 79, c80 = 80, c81 = 81, c82 = 82, c83 = 83, c84 = 84, c85 = 85, c86 = 86, c87 = 87, c88 = 88, c89 = 89, c90 = 90, c91 = 91, c92 = 92, c93 = 93, c94 = 94, c95 = 95, c96 = 96, c97 = 97, c98 = 98, c99 = 99, c100 = 100, c101 = 101, c102 = 102, c103 = 103, c104 = 104, c105 = 105, c106 = 106, c107 = 107, c108 = 108, c109 = 109, c110 = 110, c111 = 111, c112 = 112, c113 = 113, c114 = 114, c115 = 115, c116 = 116, c117 = 117, c118 = 118, c119 = 119, c120 = 120, c121 = 121, c122 = 122, c123 = 123, c124 = 124, c125 = 125, c126 = 126, c127 = 127, c128 = 128, c129 = 129, c130 = 130
      """
    And "columns.129.name" is "c130"
    And "values.0.129" is 130
    And the table is kept as "json"
    When the client queries accepting "<media type>":
      """
      ROW c1 = 1, c2 = 2, c3 = 3, c4 = 4, c5 = 5, c6 = 6, c7 = 7, c8 = 8, c9 = 9, c10 = 10, c11 = 11, c12 = 12, c13 = 13, c14 = 14, c15 = 15, c16 = 16, c17 = 17, c18 = 18, c19 = 19, c20 = 20, c21 = 21, c22 = 22, c23 = 23, c24 = 24, c25 = 25, c26 = 26, c27 = 27, c28 = 28, c29 = 29, c30 = 30, c31 = 31, c32 = 32, c33 = 33, c34 = 34, c35 = 35, c36 = 36, c37 = 37, c38 = 38, c39 = 39, c40 = 40, c41 = 41, c42 = 42, c43 = 43, c44 = 44, c45 = 45, c46 = 46, c47 = 47, c48 = 48, c49 = 49, c50 = 50, c51 = 51, c52 = 52, c53 = 53, c54 = 54, c55 = 55, c56 = 56, c57 = 57, c58 = 58, c59 = 59, c60 = 60, c61 = 61, c62 = 62, c63 = 63, c64 = 64, c65 = 65, c66 = 66, c67 = 67, c68 = 68, c69 = 69, c70 = 70, c71 = 71, c72 = 72, c73 = 73, c74 = 74, c75 = 75, c76 = 76, c77 = 77, c78 = 78, c79 = 79, c80 = 80, c81 = 81, c82 = 82, c83 = 83, c84 = 84, c85 = 85, c86 = 86, c87 = 87, c88 = 88, c89 = 89, c90 = 90, c91 = 91, c92 = 92, c93 = 93, c94 = 94, c95 = 95, c96 = 96, c97 = 97, c98 = 98, c99 = 99, c100 = 100, c101 = 101, c102 = 102, c103 = 103, c104 = 104, c105 = 105, c106 = 106, c107 = 107, c108 = 108, c109 = 109, c110 = 110, c111 = 111, c112 = 112, c113 = 113, c114 = 114, c115 = 115, c116 = 116, c117 = 117, c118 = 118, c119 = 119, c120 = 120, c121 = 121, c122 = 122, c123 = 123, c124 = 124, c125 = 125, c126 = 126, c127 = 127, c128 = 128, c129 = 129, c130 = 130
      """
    Then the answer is the table kept as "json"

    Examples:
      | clause                           | format | media type                                |
      | query-formats.csv-results-only   | csv    | text/csv; header=present                  |
      | query-formats.tsv-results-only   | tsv    | text/tab-separated-values; header=present |
      | query-formats.txt-table          | txt    | text/plain; header=present                |
      | query-formats.md-pipe-table      | md     | text/markdown                             |
      | query-formats.yaml-full-response | yaml   | application/yaml                          |
      | query-formats.cbor-same-result   | cbor   | application/cbor                          |
      | query-formats.smile-same-result  | smile  | application/smile                         |
      | query-formats.arrow-stream       | arrow  | application/vnd.apache.arrow.stream       |

  @query.runs-the-text
  Scenario: More than a hundred columns in json
    Given the client queries in json:
      """
      ROW c1 = 1, c2 = 2, c3 = 3, c4 = 4, c5 = 5, c6 = 6, c7 = 7, c8 = 8, c9 = 9, c10 = 10, c11 = 11, c12 = 12, c13 = 13, c14 = 14, c15 = 15, c16 = 16, c17 = 17, c18 = 18, c19 = 19, c20 = 20, c21 = 21, c22 = 22, c23 = 23, c24 = 24, c25 = 25, c26 = 26, c27 = 27, c28 = 28, c29 = 29, c30 = 30, c31 = 31, c32 = 32, c33 = 33, c34 = 34, c35 = 35, c36 = 36, c37 = 37, c38 = 38, c39 = 39, c40 = 40, c41 = 41, c42 = 42, c43 = 43, c44 = 44, c45 = 45, c46 = 46, c47 = 47, c48 = 48, c49 = 49, c50 = 50, c51 = 51, c52 = 52, c53 = 53, c54 = 54, c55 = 55, c56 = 56, c57 = 57, c58 = 58, c59 = 59, c60 = 60, c61 = 61, c62 = 62, c63 = 63, c64 = 64, c65 = 65, c66 = 66, c67 = 67, c68 = 68, c69 = 69, c70 = 70, c71 = 71, c72 = 72, c73 = 73, c74 = 74, c75 = 75, c76 = 76, c77 = 77, c78 = 78, c79 = 79, c80 = 80, c81 = 81, c82 = 82, c83 = 83, c84 = 84, c85 = 85, c86 = 86, c87 = 87, c88 = 88, c89 = 89, c90 = 90, c91 = 91, c92 = 92, c93 = 93, c94 = 94, c95 = 95, c96 = 96, c97 = 97, c98 = 98, c99 = 99, c100 = 100, c101 = 101, c102 = 102, c103 = 103, c104 = 104, c105 = 105, c106 = 106, c107 = 107, c108 = 108, c109 = 109, c110 = 110, c111 = 111, c112 = 112, c113 = 113, c114 = 114, c115 = 115, c116 = 116, c117 = 117, c118 = 118, c119 = 119, c120 = 120, c121 = 121, c122 = 122, c123 = 123, c124 = 124, c125 = 125, c126 = 126, c127 = 127, c128 = 128, c129 = 129, c130 = 130
      """
    And the response is a success
    Then "columns.129.name" is "c130"
    And "values.0.129" is 130

  Scenario Outline: Values of other types in <format>
    Given an index "goods" with:
      """
      {
        "mappings": {
          "properties": {
            "n": { "type": "integer" },
            "price": { "type": "double" },
            "word": { "type": "keyword" },
            "sold": { "type": "boolean" },
            "day": { "type": "date" }
          }
        }
      }
      """
    And these documents in "goods":
      | _id | n | price | word               | sold  | day                      |
      | a   | 1 | 0.25  | größer             | true  | 2024-02-29T12:30:00.000Z |
      | b   | 2 | -7.5  | łódź-Орландо-κόσμε | false | 1969-12-31T23:59:59.000Z |
      | c   | 3 | 20.5  | plain              | true  | 2024-03-01T00:00:00.000Z |
    When the client queries accepting "<media type>":
      """
      FROM $goods | KEEP n, price, word, sold, day | SORT n | LIMIT 10
      """
    Then the columns are "n, price, word, sold, day"
    And the rows are:
      | n | price | word               |
      | 1 | 0.25  | größer             |
      | 2 | -7.5  | łódź-Орландо-κόσμε |
      | 3 | 20.5  | plain              |
    And the column "sold" holds in any spelling:
      | true  |
      | false |
      | true  |
    And the column "day" holds in any spelling:
      | 2024-02-29T12:30:00.000Z |
      | 1969-12-31T23:59:59.000Z |
      | 2024-03-01T00:00:00.000Z |

    Examples:
      | clause                         | format | media type                                |
      | query-formats.csv-results-only | csv    | text/csv; header=present                  |
      | query-formats.tsv-results-only | tsv    | text/tab-separated-values; header=present |
      | query-formats.txt-table        | txt    | text/plain; header=present                |
      | query-formats.md-pipe-table    | md     | text/markdown                             |

  Scenario Outline: Results that differ have texts in <format> that differ
    Given an index "pairs" with:
      """
      {
        "mappings": {
          "properties": {
            "n": { "type": "integer" },
            "a": { "type": "keyword" },
            "b": { "type": "keyword" }
          }
        }
      }
      """
    And these documents in "pairs":
      | _id | n  | a       | b       |
      | 1   | 1  | x       | z       |
      | 2   | 2  | "x,y"   | z       |
      | 3   | 3  | x       | "y,z"   |
      | 4   | 4  | "x\|y"  | z       |
      | 5   | 5  | x       | "y\|z"  |
      | 6   | 6  | "x\\ty" | z       |
      | 7   | 7  | x       | "y\\tz" |
      | 8   | 8  | "x\\"y" | z       |
      | 9   | 9  | x       | "\\"yz" |
      | 10  | 10 | "u\\ny" | z       |
      | 11  | 11 | u       | "y\\nz" |
      | 12  | 12 | y       | z       |
      | 13  | 13 | xy      | z       |
      | 14  | 14 | xty     | z       |
      | 15  | 15 | uny     | z       |
      | 16  | 16 | uy      | z       |
      | 17  | 17 | u       | z       |
      | 18  | 18 | "u\\ny,v" | z     |
      | 19  | 19 | "u y,v" | z       |
      | 20  | 20 | "x\\"y,v" | z     |
      | 21  | 21 | "xy,v"  | z       |
      | 22  | 22 | "x,\\",\\"y," | "z," |
      | 23  | 23 | "x,"    | "y,\\",\\"z," |
    Then no two of these queries have the same text in <format>:
      | FROM $pairs \| WHERE n == 1  \| KEEP a, b \| LIMIT 10                  |
      | FROM $pairs \| WHERE n == 2  \| KEEP a, b \| LIMIT 10                  |
      | FROM $pairs \| WHERE n == 3  \| KEEP a, b \| LIMIT 10                  |
      | FROM $pairs \| WHERE n == 4  \| KEEP a, b \| LIMIT 10                  |
      | FROM $pairs \| WHERE n == 5  \| KEEP a, b \| LIMIT 10                  |
      | FROM $pairs \| WHERE n == 6  \| KEEP a, b \| LIMIT 10                  |
      | FROM $pairs \| WHERE n == 7  \| KEEP a, b \| LIMIT 10                  |
      | FROM $pairs \| WHERE n == 8  \| KEEP a, b \| LIMIT 10                  |
      | FROM $pairs \| WHERE n == 9  \| KEEP a, b \| LIMIT 10                  |
      | FROM $pairs \| WHERE n == 10 \| KEEP a, b \| LIMIT 10                  |
      | FROM $pairs \| WHERE n == 11 \| KEEP a, b \| LIMIT 10                  |
      | FROM $pairs \| WHERE n == 12 \| KEEP a, b \| LIMIT 10                  |
      | FROM $pairs \| WHERE n == 13 \| KEEP a, b \| LIMIT 10                  |
      | FROM $pairs \| WHERE n == 14 \| KEEP a, b \| LIMIT 10                  |
      | FROM $pairs \| WHERE n == 15 \| KEEP a, b \| LIMIT 10                  |
      | FROM $pairs \| WHERE n == 10 \| KEEP a \| LIMIT 10                     |
      | FROM $pairs \| WHERE n == 16 \| KEEP a, b \| LIMIT 10                 |
      | FROM $pairs \| WHERE n == 18 \| KEEP a, b \| LIMIT 10                 |
      | FROM $pairs \| WHERE n == 19 \| KEEP a, b \| LIMIT 10                 |
      | FROM $pairs \| WHERE n == 20 \| KEEP a, b \| LIMIT 10                 |
      | FROM $pairs \| WHERE n == 21 \| KEEP a, b \| LIMIT 10                 |
      | FROM $pairs \| WHERE n == 22 \| KEEP a, b \| LIMIT 10                 |
      | FROM $pairs \| WHERE n == 23 \| KEEP a, b \| LIMIT 10                 |
      | FROM $pairs \| WHERE n == 12 OR n == 17 \| SORT n DESC \| KEEP a \| LIMIT 10 |
      | ROW x = 0.12345 \| LIMIT 10                                            |
      | ROW x = 0.12346 \| LIMIT 10                                            |

    Examples:
      | clause                           | format |
      | query-formats.texts-differ       | csv    |
      | query-formats.texts-differ       | tsv    |
      | query-formats.texts-differ       | txt    |
      | query-formats.texts-differ-in-md | md     |

  Scenario Outline: Long texts that differ at their end have texts in <format> that differ
    Given an index "notes" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "a": { "type": "keyword" } } } }
      """
    And these documents in "notes":
      | _id | n | a |
      | 1   | 1 | it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on to the end 1 |
      | 2   | 2 | it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on it goes on and on to the end 2 |
    Then no two of these queries have the same text in <format>:
      | FROM $notes \| WHERE n == 1 \| KEEP a \| LIMIT 10 |
      | FROM $notes \| WHERE n == 2 \| KEEP a \| LIMIT 10 |

    Examples:
      | clause                           | format |
      | query-formats.texts-differ       | csv    |
      | query-formats.texts-differ       | tsv    |
      | query-formats.texts-differ       | txt    |
      | query-formats.texts-differ-in-md | md     |

  Scenario Outline: Lists that differ at their end have texts in <format> that differ
    Given an index "notes" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "a": { "type": "keyword" } } } }
      """
    And these documents in "notes":
      | _id | n | a |
      | 1   | 1 | ["p", "q"] |
      | 2   | 2 | ["p", "r"] |
      | 3   | 3 | ["p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z1"] |
      | 4   | 4 | ["p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z2"] |
    Then no two of these queries have the same text in <format>:
      | FROM $notes \| WHERE n == 1 \| KEEP a \| LIMIT 10 |
      | FROM $notes \| WHERE n == 2 \| KEEP a \| LIMIT 10 |
      | FROM $notes \| WHERE n == 3 \| KEEP a \| LIMIT 10 |
      | FROM $notes \| WHERE n == 4 \| KEEP a \| LIMIT 10 |

    Examples:
      | clause                           | format |
      | query-formats.texts-differ       | csv    |
      | query-formats.texts-differ       | tsv    |
      | query-formats.texts-differ       | txt    |
      | query-formats.texts-differ-in-md | md     |

  @query-formats.texts-differ
  Scenario Outline: Results that differ have texts that differ with the delimiter <delimiter>
    Given an index "pairs" with:
      """
      {
        "mappings": {
          "properties": {
            "n": { "type": "integer" },
            "a": { "type": "keyword" },
            "b": { "type": "keyword" },
            "p": { "type": "double" },
            "q": { "type": "double" }
          }
        }
      }
      """
    And these documents in "pairs":
      | _id | n | a              | b              | p   | q   |
      | 1   | 1 | x              | z              | 1.5 | 2.5 |
      | 2   | 2 | x<delimiter>y  | z              | 1   | 5.2 |
      | 3   | 3 | x              | y<delimiter>z  | 1.5 | 2   |
      | 4   | 4 | "x,y"          | z              | 3   | 4   |
      | 5   | 5 | x              | "y,z"          | 5   | 6   |
      | 6   | 6 | "x\\"y"         | z              |     |     |
      | 7   | 7 | xy             | z              |     |     |
      | 8   | 8 | "x\\"<delimiter>y" | z           |     |     |
      | 9   | 9 | x              | "\\"y<delimiter>z" |   |     |
      | 10  | 10 | "x<delimiter>\\"<delimiter>\\"y<delimiter>" | z<delimiter> | | |
      | 11  | 11 | x<delimiter>  | "y<delimiter>\\"<delimiter>\\"z<delimiter>" | | |
      | 12  | 12 | "x<delimiter>\\ny" | z          |     |     |
      | 13  | 13 | "x<delimiter> y" | z            |     |     |
    Then no two of these queries have the same text in csv, with "<delimiter>" as delimiter:
      | FROM $pairs \| WHERE n == 1 \| KEEP a, b \| LIMIT 10 |
      | FROM $pairs \| WHERE n == 2 \| KEEP a, b \| LIMIT 10 |
      | FROM $pairs \| WHERE n == 3 \| KEEP a, b \| LIMIT 10 |
      | FROM $pairs \| WHERE n == 4 \| KEEP a, b \| LIMIT 10 |
      | FROM $pairs \| WHERE n == 5 \| KEEP a, b \| LIMIT 10 |
      | FROM $pairs \| WHERE n == 6 \| KEEP a, b \| LIMIT 10 |
      | FROM $pairs \| WHERE n == 7 \| KEEP a, b \| LIMIT 10 |
      | FROM $pairs \| WHERE n == 8 \| KEEP a, b \| LIMIT 10 |
      | FROM $pairs \| WHERE n == 9 \| KEEP a, b \| LIMIT 10 |
      | FROM $pairs \| WHERE n == 10 \| KEEP a, b \| LIMIT 10 |
      | FROM $pairs \| WHERE n == 11 \| KEEP a, b \| LIMIT 10 |
      | FROM $pairs \| WHERE n == 12 \| KEEP a, b \| LIMIT 10 |
      | FROM $pairs \| WHERE n == 13 \| KEEP a, b \| LIMIT 10 |
      | FROM $pairs \| WHERE n == 2 \| EVAL v = n - 1, w = q \| KEEP v, w \| LIMIT 10 |
      | FROM $pairs \| WHERE n == 3 \| EVAL v = p, w = n - 1 \| KEEP v, w \| LIMIT 10 |

    Examples:
      | delimiter |
      | ;         |
      | \|        |
      | .         |
      | ö         |

  Scenario Outline: Results whose columns have other names have texts in <format> that differ
    Given an index "names" with:
      """
      {
        "mappings": {
          "properties": {
            "x": { "type": "integer" },
            "z": { "type": "integer" },
            "x,y": { "type": "integer" },
            "y,z": { "type": "integer" },
            "x|y": { "type": "integer" },
            "y|z": { "type": "integer" }
          }
        }
      }
      """
    And these documents in "names":
      | _id | x | z | x,y | y,z | x\|y | y\|z |
      | 1   | 1 | 1 | 1   | 1   | 1   | 1   |
    Then no two of these queries have the same text accepting "<media type>":
      | FROM $names \| KEEP `x`, `z` \| LIMIT 10   |
      | FROM $names \| KEEP `x,y`, `z` \| LIMIT 10 |
      | FROM $names \| KEEP `x`, `y,z` \| LIMIT 10 |
      | FROM $names \| KEEP `x\|y`, `z` \| LIMIT 10 |
      | FROM $names \| KEEP `x`, `y\|z` \| LIMIT 10 |

    Examples:
      | clause                           | format | media type                                |
      | query-formats.texts-differ       | csv    | text/csv; header=present                  |
      | query-formats.texts-differ       | tsv    | text/tab-separated-values; header=present |
      | query-formats.texts-differ       | txt    | text/plain; header=present                |
      | query-formats.texts-differ-in-md | md     | text/markdown                             |

  @query-formats.md-pipe-table
  Scenario: A pipe in a cell or in the name of a column does not begin another
    Given an index "pairs" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "a": { "type": "keyword" } } } }
      """
    And these documents in "pairs":
      | _id | n | a      |
      | 1   | 1 | x      |
      | 2   | 2 | "x\|y" |
      | 3   | 3 | "\|"   |
    When the client queries accepting "text/markdown":
      """
      FROM $pairs | SORT n | EVAL m = n, `b|c` = 5 | KEEP n, a, m, `b|c` | LIMIT 10
      """
    Then the rows are:
      | n | a | m |
      | 1 | x | 1 |
      | 2 |   | 2 |
      | 3 |   | 3 |

  @query-formats.text-details
  Scenario: The form of cells
    Then it is recorded how the server answers these requests:
      | what                   | request                 | body                                                                     |
      | csv, special letters   | POST /_query?format=csv | {"query":"ROW a = ?, b = ?, c = ?, d = 1","params":["x,y","say \\"so\\"","two\\nlines"]} |
      | tsv, special letters   | POST /_query?format=tsv | {"query":"ROW a = ?, b = ?, c = ?, d = 1","params":["x\\ty","say \\"so\\"","two\\nlines"]} |
      | txt, special letters   | POST /_query?format=txt | {"query":"ROW a = ?, b = ?, c = ?, d = 1","params":["x\|y","say \\"so\\"","two\\nlines"]} |
      | md, special letters    | POST /_query?format=md  | {"query":"ROW a = ?, b = ?, c = ?, d = 1","params":["x\|y","say \\"so\\"","two\\nlines"]} |
      | csv, missing, several  | POST /_query?format=csv | {"query":"ROW a = null, b = [1, 2, 3], c = true, d = 1.5"}                |
      | tsv, missing, several  | POST /_query?format=tsv | {"query":"ROW a = null, b = [1, 2, 3], c = true, d = 1.5"}                |
      | txt, missing, several  | POST /_query?format=txt | {"query":"ROW a = null, b = [1, 2, 3], c = true, d = 1.5"}                |
      | md, missing, several   | POST /_query?format=md  | {"query":"ROW a = null, b = [1, 2, 3], c = true, d = 1.5"}                |

  @query-formats.charset
  Scenario Outline: The media type of <format>, and letters outside ASCII
    When the client queries in <format>:
      """
      ROW word = "größer ≥ 日本"
      """
    Then it is recorded what the header "Content-Type" is
    And it is recorded how the server answers

    Examples:
      | format |
      | json   |
      | yaml   |
      | csv    |
      | tsv    |
      | txt    |
      | md     |
