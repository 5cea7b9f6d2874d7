Feature: Cells of the machine-readable formats
  Values that are long, look like something else, or stand in more rows than fit in a byte of marks.

  Scenario Outline: Texts that look like something else in <format>
    Given an index "words" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "word": { "type": "keyword" } } } }
      """
    And these documents in "words":
      | _id | n  | word                     |
      | a   | 1  | "two\\nlines"            |
      | b   | 2  | "\\n\\ntwo: lines\\n\\n" |
      | c   | 3  | "two\\r\\nlines"         |
      | d   | 4  | " spaces "               |
      | e   | 5  | "key: 😀"                 |
      | f   | 6  | "- entry"                |
      | g   | 7  | "a #b"                   |
      | h   | 8  | "'"                      |
      | i   | 9  | "\\"\\"\\""              |
      | j   | 10 | "c:\\\\new"              |
      | k   | 11 | "\\t"                    |
      | l   | 12 | "null"                   |
      | m   | 13 | "2024-01-01 10:30:00"    |
      | n   | 14 | "1e5"                    |
      | o   | 15 | "{}"                     |
    When the client queries in <format>:
      """
      FROM $words | KEEP n, word | SORT n | LIMIT 20
      """
    Then the rows are:
      | n  | word                     |
      | 1  | "two\\nlines"            |
      | 2  | "\\n\\ntwo: lines\\n\\n" |
      | 3  | "two\\r\\nlines"         |
      | 4  | " spaces "               |
      | 5  | "key: 😀"                 |
      | 6  | "- entry"                |
      | 7  | "a #b"                   |
      | 8  | "'"                      |
      | 9  | "\\"\\"\\""              |
      | 10 | "c:\\\\new"              |
      | 11 | "\\t"                    |
      | 12 | "null"                   |
      | 13 | "2024-01-01 10:30:00"    |
      | 14 | "1e5"                    |
      | 15 | "{}"                     |

    Examples:
      | clause                           | format |
      | query-formats.json-full-response | json   |
      | query-formats.yaml-full-response | yaml   |
      | query-formats.cbor-same-result   | cbor   |
      | query-formats.smile-same-result  | smile  |
      | query-formats.arrow-stream       | arrow  |

  Scenario Outline: A text of 300 bytes, and more than eight rows with missing values, in <format>
    Given an index "words" with:
      """
      {
        "mappings": {
          "properties": {
            "n": { "type": "integer" },
            "word": { "type": "keyword" },
            "pages": { "type": "integer" }
          }
        }
      }
      """
    And these documents in "words":
      | _id | n  | word                                                                                                                                                   | pages |
      | a   | 1  | éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé | 1     |
      | b   | 2  | short                                                                                                                                                  | 2     |
      | c   | 3  |                                                                                                                                                        |       |
      | d   | 4  | short                                                                                                                                                  | 4     |
      | e   | 5  | short                                                                                                                                                  | 5     |
      | f   | 6  |                                                                                                                                                        | 6     |
      | g   | 7  | short                                                                                                                                                  |       |
      | h   | 8  | short                                                                                                                                                  | 8     |
      | i   | 9  | short                                                                                                                                                  | 9     |
      | j   | 10 | short                                                                                                                                                  |       |
      | k   | 11 |                                                                                                                                                        | 11    |
      | l   | 12 | short                                                                                                                                                  | 12    |
    When the client queries in <format>:
      """
      FROM $words | KEEP n, word, pages | SORT n | LIMIT 20
      """
    Then the rows are:
      | n  | word                                                                                                                                                   | pages |
      | 1  | éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé | 1     |
      | 2  | short                                                                                                                                                  | 2     |
      | 3  | null                                                                                                                                                   | null  |
      | 4  | short                                                                                                                                                  | 4     |
      | 5  | short                                                                                                                                                  | 5     |
      | 6  | null                                                                                                                                                   | 6     |
      | 7  | short                                                                                                                                                  | null  |
      | 8  | short                                                                                                                                                  | 8     |
      | 9  | short                                                                                                                                                  | 9     |
      | 10 | short                                                                                                                                                  | null  |
      | 11 | null                                                                                                                                                   | 11    |
      | 12 | short                                                                                                                                                  | 12    |

    Examples:
      | clause                           | format |
      | query-formats.json-full-response | json   |
      | query-formats.yaml-full-response | yaml   |
      | query-formats.cbor-same-result   | cbor   |
      | query-formats.smile-same-result  | smile  |
      | query-formats.arrow-stream       | arrow  |

  Scenario Outline: More than eight rows with truth values in <format>
    Given an index "words" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "sold": { "type": "boolean" } } } }
      """
    And these documents in "words":
      | _id | n  | sold  |
      | a   | 1  | true  |
      | b   | 2  | false |
      | c   | 3  | true  |
      | d   | 4  | false |
      | e   | 5  |       |
      | f   | 6  | true  |
      | g   | 7  | true  |
      | h   | 8  | false |
      | i   | 9  | true  |
      | j   | 10 |       |
      | k   | 11 | false |
      | l   | 12 | true  |
    When the client queries in <format>:
      """
      FROM $words | KEEP n, sold | SORT n | LIMIT 20
      """
    Then the rows are:
      | n  | sold  |
      | 1  | true  |
      | 2  | false |
      | 3  | true  |
      | 4  | false |
      | 5  | null  |
      | 6  | true  |
      | 7  | true  |
      | 8  | false |
      | 9  | true  |
      | 10 | null  |
      | 11 | false |
      | 12 | true  |

    Examples:
      | clause                           | format |
      | query-formats.json-full-response | json   |
      | query-formats.yaml-full-response | yaml   |
      | query-formats.cbor-same-result   | cbor   |
      | query-formats.smile-same-result  | smile  |
      | query-formats.arrow-stream       | arrow  |
