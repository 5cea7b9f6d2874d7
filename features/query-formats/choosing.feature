Feature: Choosing the format of a response
  The parameter `format`, the headers `Accept` and `Content-Type`, and their precedence.

  @query-formats.default-json
  Scenario: A request without a format
    When the client queries:
      """
      ROW n = 7
      """
    Then the answer is in the format json
    And the rows are:
      | n |
      | 7 |

  Scenario Outline: The URL names <format>
    When the client queries in <format>:
      """
      ROW n = 7
      """
    Then the answer is in the format <format>
    And the rows are:
      | n |
      | 7 |

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
    And the rows are:
      | n |
      | 7 |

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

  Scenario Outline: A body in <body> is answered in <format>
    When the client queries sent as <body> with:
      """
      { "query": "ROW n = ?, word = ?, share = ?", "params": [70000, "größer", 0.25] }
      """
    Then the answer is in the format <format>
    And the rows are:
      | n     | word   | share |
      | 70000 | größer | 0.25  |

    Examples:
      | clause                           | format | body      |
      | query-formats.content-type-yaml  | yaml   | yaml      |
      | query-formats.content-type-cbor  | cbor   | cbor      |
      | query-formats.content-type-cbor  | cbor   | open_cbor |
      | query-formats.content-type-smile | smile  | smile     |

  Scenario Outline: The URL names <format>, the header <media type>
    When the client queries in <format>, accepting "<media type>":
      """
      ROW n = 7
      """
    Then the answer is in the format <format>
    And the rows are:
      | n |
      | 7 |

    Examples:
      | clause                              | format | media type                          |
      | query-formats.url-over-accept       | json   | text/csv                            |
      | query-formats.url-over-accept       | json   | application/yaml                    |
      | query-formats.url-over-accept       | json   | text/plain                          |
      | query-formats.url-over-accept       | json   | text/tab-separated-values           |
      | query-formats.url-over-accept       | yaml   | application/json                    |
      | query-formats.url-over-accept       | yaml   | text/tab-separated-values           |
      | query-formats.url-over-accept       | csv    | application/json                    |
      | query-formats.url-over-accept       | csv    | text/plain                          |
      | query-formats.url-over-accept       | tsv    | application/json                    |
      | query-formats.url-over-accept       | tsv    | text/csv                            |
      | query-formats.url-over-accept       | txt    | application/json                    |
      | query-formats.url-over-accept       | txt    | application/yaml                    |
      | query-formats.url-over-accept       | json   | text/csv; header=absent             |
      | query-formats.url-over-accept       | yaml   | text/plain; header=present          |
      | query-formats.url-over-accept-md    | md     | application/json                    |
      | query-formats.url-over-accept-md    | md     | text/csv                            |
      | query-formats.url-over-accept-md    | json   | text/markdown                       |
      | query-formats.url-over-accept-md    | csv    | text/markdown                       |
      | query-formats.url-over-accept-cbor  | cbor   | application/json                    |
      | query-formats.url-over-accept-cbor  | cbor   | text/csv                            |
      | query-formats.url-over-accept-cbor  | json   | application/cbor                    |
      | query-formats.url-over-accept-cbor  | csv    | application/cbor                    |
      | query-formats.url-over-accept-smile | smile  | application/json                    |
      | query-formats.url-over-accept-smile | smile  | text/csv                            |
      | query-formats.url-over-accept-smile | json   | application/smile                   |
      | query-formats.url-over-accept-smile | csv    | application/smile                   |
      | query-formats.url-over-accept-arrow | arrow  | application/json                    |
      | query-formats.url-over-accept-arrow | arrow  | text/csv                            |
      | query-formats.url-over-accept-arrow | json   | application/vnd.apache.arrow.stream |
      | query-formats.url-over-accept-arrow | csv    | application/vnd.apache.arrow.stream |

  Scenario Outline: The URL names <format>, the body is <sent>
    When the client queries in <format>, sent as <sent> with:
      """
      { "query": "ROW n = 7" }
      """
    Then the answer is in the format <format>
    And the rows are:
      | n |
      | 7 |

    Examples:
      | clause                                    | format | sent  |
      | query-formats.url-over-content-type       | json   | yaml  |
      | query-formats.url-over-content-type       | csv    | yaml  |
      | query-formats.url-over-content-type       | tsv    | yaml  |
      | query-formats.url-over-content-type       | txt    | yaml  |
      | query-formats.url-over-content-type       | yaml   | json  |
      | query-formats.url-over-content-type-cbor  | json   | cbor  |
      | query-formats.url-over-content-type-cbor  | yaml   | cbor  |
      | query-formats.url-over-content-type-cbor  | csv    | cbor  |
      | query-formats.url-over-content-type-smile | json   | smile |
      | query-formats.url-over-content-type-smile | yaml   | smile |
      | query-formats.url-over-content-type-smile | csv    | smile |

  Scenario Outline: The URL names <format>, the header <media type>, and the body is <sent>
    When the client queries in <format>, sent as <sent>, accepting "<media type>" with:
      """
      { "query": "ROW n = 7" }
      """
    Then the answer is in the format <format>
    And the rows are:
      | n |
      | 7 |

    Examples:
      | clause                                    | format | media type                | sent  |
      | query-formats.url-over-content-type       | json   | text/csv                  | yaml  |
      | query-formats.url-over-content-type       | csv    | application/json          | yaml  |
      | query-formats.url-over-content-type       | txt    | text/tab-separated-values | yaml  |
      | query-formats.url-over-content-type       | yaml   | text/csv                  | json  |
      | query-formats.url-over-content-type-cbor  | json   | application/yaml          | cbor  |
      | query-formats.url-over-content-type-smile | csv    | application/yaml          | smile |

  @query-formats.header-precedence
  Scenario: Headers that name different formats
    Then it is recorded how the server answers these requests:
      | what                     | request      | body                  | content type     | accept                                 |
      | a list of formats        | POST /_query | {"query":"ROW n = 7"} | application/json | text/csv, */*                          |
      | anything                 | POST /_query | {"query":"ROW n = 7"} | application/json | */*                                    |
      | anything, body in YAML   | POST /_query | query: "ROW n = 7"    | application/yaml | */*                                    |
      | another format than that | POST /_query | query: "ROW n = 7"    | application/yaml | application/json                       |
      | of two the better one    | POST /_query | {"query":"ROW n = 7"} | application/json | text/csv;q=0.1, application/yaml;q=0.9 |
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
