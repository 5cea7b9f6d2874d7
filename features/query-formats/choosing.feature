Feature: Choosing the format of a response
  The parameter `format`, the headers `Accept` and `Content-Type`, and their precedence.

  @query-formats.default-json
  Scenario: A request without a format
    When the client queries:
      """
      ROW n = 7
      """
    Then the answer is in the format json

  Scenario Outline: The URL names <format>
    When the client queries in <format>:
      """
      ROW n = 7
      """
    Then the answer is in the format <format>

    Examples:
      | clause                     | format |
      | query-formats.format-json  | json   |
      | query-formats.format-yaml  | yaml   |
      | query-formats.format-csv   | csv    |
      | query-formats.format-tsv   | tsv    |
      | query-formats.format-txt   | txt    |
      | query-formats.format-md    | md     |
      | query-formats.format-cbor  | cbor   |
      | query-formats.format-smile | smile  |
      | query-formats.format-arrow | arrow  |

  Scenario Outline: The header Accept names <media type>
    When the client queries accepting "<media type>":
      """
      ROW n = 7
      """
    Then the answer is in the format <format>

    Examples:
      | clause                     | format | media type                          |
      | query-formats.accept-json  | json   | application/json                    |
      | query-formats.accept-yaml  | yaml   | application/yaml                    |
      | query-formats.accept-csv   | csv    | text/csv                            |
      | query-formats.accept-tsv   | tsv    | text/tab-separated-values           |
      | query-formats.accept-txt   | txt    | text/plain                          |
      | query-formats.accept-md    | md     | text/markdown                       |
      | query-formats.accept-cbor  | cbor   | application/cbor                    |
      | query-formats.accept-smile | smile  | application/smile                   |
      | query-formats.accept-arrow | arrow  | application/vnd.apache.arrow.stream |

  Scenario Outline: A body in <format> is answered in <format>
    When the client queries sent as <format> with:
      """
      { "query": "ROW n = ?, word = ?, share = ?", "params": [70000, "größer", 0.25] }
      """
    Then the answer is in the format <format>
    And the rows are:
      | n     | word   | share |
      | 70000 | größer | 0.25  |

    Examples:
      | clause                           | format |
      | query-formats.content-type-yaml  | yaml   |
      | query-formats.content-type-cbor  | cbor   |
      | query-formats.content-type-smile | smile  |

  @query-formats.url-over-accept
  Scenario Outline: The URL names <format>, the header <media type>
    When the client queries in <format>, accepting "<media type>":
      """
      ROW n = 7
      """
    Then the answer is in the format <format>

    Examples:
      | format | media type       |
      | csv    | application/json |
      | json   | text/csv         |
      | txt    | application/yaml |
      | yaml   | text/markdown    |

  @query-formats.url-over-content-type
  Scenario Outline: The URL names <format>, the body is <sent>
    When the client queries in <format>, sent as <sent> with:
      """
      { "query": "ROW n = 7" }
      """
    Then the answer is in the format <format>

    Examples:
      | sent | format |
      | yaml | json   |
      | json | yaml   |
      | yaml | csv    |
      | json | md     |

  @query-formats.header-precedence
  Scenario: Headers that name different formats
    Then it is recorded how the server answers these requests:
      | what                     | request      | body                      | content type     | accept           |
      | a list of formats        | POST /_query | {"query":"ROW n = 7"}     | application/json | text/csv, */*    |
      | anything                 | POST /_query | {"query":"ROW n = 7"}     | application/json | */*              |
      | anything, body in YAML   | POST /_query | query: "ROW n = 7"        | application/yaml | */*              |
      | another format than that | POST /_query | query: "ROW n = 7"        | application/yaml | application/json |
      | of two the better one    | POST /_query | {"query":"ROW n = 7"}     | application/json | text/csv;q=0.1, application/yaml;q=0.9 |
    And it is recorded how the server answers these wrong requests:
      | what                 | request      | body                  | content type                        |
      | a body called csv    | POST /_query | {"query":"ROW n = 7"} | text/csv                            |
      | a body called tsv    | POST /_query | {"query":"ROW n = 7"} | text/tab-separated-values           |
      | a body called txt    | POST /_query | {"query":"ROW n = 7"} | text/plain                          |
      | a body called md     | POST /_query | {"query":"ROW n = 7"} | text/markdown                       |
      | a body called arrow  | POST /_query | {"query":"ROW n = 7"} | application/vnd.apache.arrow.stream |

  @query-formats.unknown-format
  Scenario: Formats outside the nine of the specification
    Then it is recorded how the server answers these requests:
      | what                   | request      | body                  | content type     | accept          |
      | an unknown media type  | POST /_query | {"query":"ROW n = 7"} | application/json | application/pdf |
      | no media type          | POST /_query | {"query":"ROW n = 7"} | application/json | nonsense        |
    And it is recorded how the server answers these wrong requests:
      | what                | request                  | body                  |
      | an unknown format   | POST /_query?format=xml  | {"query":"ROW n = 7"} |
      | an empty format     | POST /_query?format=     | {"query":"ROW n = 7"} |
      | in capital letters  | POST /_query?format=CSV  | {"query":"ROW n = 7"} |
