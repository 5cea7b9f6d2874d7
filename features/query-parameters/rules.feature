Feature: Query parameters: rules
  One style per query, both kinds of placeholders in one query, dotted names, and protection against injection.

  Scenario Outline: Two styles in one query text are refused: <what>
    When the client queries with:
      """
      { "query": "<right>", "params": [{ "x": "a" }, { "y": "b" }] }
      """
    Then the response is a success
    When the client queries with:
      """
      { "query": "<mixed>", "params": [{ "x": "a" }, { "y": "b" }] }
      """
    Then the request is refused
    When the client queries with:
      """
      { "query": "<mixed>", "params": ["a", "b"] }
      """
    Then the request is refused

    Examples:
      | clause                                        | what                               | right                              | mixed                             |
      | query-parameters.no-named-with-positional     | a named value and a place          | ROW a = ?x, b = ?y                 | ROW a = ?x, b = ?2                |
      | query-parameters.no-named-with-positional     | a place and a named value          | ROW a = ?x, b = ?y                 | ROW a = ?1, b = ?y                |
      | query-parameters.no-named-with-positional     | a named identifier and a place     | ROW a = 1, b = 2 \| KEEP ??x, ??y  | ROW a = 1, b = 2 \| KEEP ??x, ??2 |
      | query-parameters.no-named-with-anonymous      | a bare mark and a named value      | ROW a = ?x, b = ?y                 | ROW a = ?, b = ?y                 |
      | query-parameters.no-named-with-anonymous      | a bare mark and a named identifier | ROW a = 1, b = 2 \| KEEP ??x, ??y  | ROW a = 1, b = 2 \| KEEP ??, ??y  |
      | query-parameters.one-style-across-kinds       | a named value, identifier by place | ROW a = ?x, b = 2 \| KEEP ??y      | ROW a = ?x, b = 2 \| KEEP ??2     |
      | query-parameters.one-style-across-kinds       | a bare value, a named identifier   | ROW a = ?x, b = 2 \| KEEP ??y      | ROW a = ?, b = 2 \| KEEP ??y      |

  Scenario Outline: Positional and anonymous placeholders in one query text are refused: <what>
    When the client queries with:
      """
      { "query": "<right>", "params": ["a", "b"] }
      """
    Then the response is a success
    When the client queries with:
      """
      { "query": "<mixed>", "params": ["a", "b"] }
      """
    Then the request is refused

    Examples:
      | clause                                        | what                                  | right                              | mixed                             |
      | query-parameters.no-positional-with-anonymous | a place and a bare mark               | ROW a = ?1, b = ?2                 | ROW a = ?1, b = ?                 |
      | query-parameters.no-positional-with-anonymous | a bare mark and a place               | ROW a = ?, b = ?                   | ROW a = ?, b = ?2                 |
      | query-parameters.no-positional-with-anonymous | two identifiers                       | ROW a = 1, b = 2 \| KEEP ??1, ??2  | ROW a = 1, b = 2 \| KEEP ??, ??2  |
      | query-parameters.one-style-across-kinds       | a value by place, a bare identifier   | ROW a = ?1, b = 2 \| KEEP ??2      | ROW a = ?1, b = 2 \| KEEP ??      |
      | query-parameters.one-style-across-kinds       | a bare value, an identifier by place  | ROW a = ?, b = 2 \| KEEP ??        | ROW a = ?, b = 2 \| KEEP ??2      |

  Scenario Outline: A query text can contain both values and identifiers: <what>
    When the client queries with:
      """
      { "query": "ROW a = 1, b = 2, c = 3 | WHERE <field> == <value> | EVAL d = <text> | KEEP <other>, d", "params": <params> }
      """
    Then the columns are "c, d"
    And the rows are:
      | c | d |
      | 3 | x |

    Examples:
      | clause                                     | what     | field   | value   | text   | other   | params                                                           |
      | query-parameters.kinds-combined-named      | by name  | ??field | ?value  | ?text  | ??other | [{ "text": "x" }, { "other": "c" }, { "field": "b" }, { "value": 2 }] |
      | query-parameters.kinds-combined-positional | by place | ??1     | ?3      | ?2     | ??4     | ["b", "x", 2, "c"]                                               |
      | query-parameters.kinds-combined-anonymous  | in turn  | ??      | ?       | ?      | ??      | ["b", 2, "x", "c"]                                               |

  Scenario Outline: The segments of a dotted name can be parameters: <name>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "author": { "properties": {
        "name": { "type": "keyword" }, "born": { "type": "integer" }
      } } } } }
      """
    And the document "1" in "books":
      """
      { "author": { "name": "Woolf", "born": 1882 } }
      """
    When the client queries with:
      """
      { "query": "FROM $books | KEEP <name> | LIMIT 10", "params": <params> }
      """
    Then the columns are "author.born"
    And the rows are:
      | author.born |
      | 1882        |

    Examples:
      | clause                             | name             | params                                       |
      | query-parameters.dotted-named      | ??whole.??part   | [{ "part": "born" }, { "whole": "author" }]  |
      | query-parameters.dotted-positional | ??1.??2          | ["author", "born"]                           |
      | query-parameters.dotted-positional | ??2.??1          | ["born", "author"]                           |
      | query-parameters.dotted-anonymous  | ??.??            | ["author", "born"]                           |
      | query-parameters.dotted-half       | author.??part    | [{ "part": "born" }]                         |
      | query-parameters.dotted-half       | ??whole.born     | [{ "whole": "author" }]                      |
      | query-parameters.dotted-half       | author.??1       | ["born"]                                     |
      | query-parameters.dotted-half       | ??.born          | ["author"]                                   |

  @query-parameters.value-never-code
  Scenario Outline: A value is compared unchanged: <value>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "keyword" } } } }
      """
    And the document "a" in "books":
      """
      { "title": <value>, "n": 1 }
      """
    And the document "b" in "books":
      """
      { "title": "Orlando", "n": 2 }
      """
    And the document "c" in "books":
      """
      { "title": "", "n": 3 }
      """
    When the client queries with:
      """
      {
        "query": "FROM $books | WHERE title == <mark> | EVAL copy = <again> | KEEP title, copy, n | SORT n | LIMIT 10",
        "params": <params>
      }
      """
    Then the columns are "title, copy, n"
    And "values" is [[<value>, <value>, 1]]

    Examples:
      | value                                | mark    | again   | params                                           |
      | "x\\" OR title != \\"x"                | ?       | ?       | ["x\\" OR title != \\"x", "x\\" OR title != \\"x"]     |
      | "Orlando\\" \| LIMIT 2 \| DROP n //"   | ?title  | ?title  | [{ "title": "Orlando\\" \| LIMIT 2 \| DROP n //" }] |
      | "\\"\\"\\" OR true OR \\"\\"\\""           | ?1      | ?1      | ["\\"\\"\\" OR true OR \\"\\"\\""]                     |
      | "\\\\"                                 | ?       | ?       | ["\\\\", "\\\\"]                                     |
      | "n\\n\| WHERE n == 2 /*"               | ?1      | ?1      | ["n\\n\| WHERE n == 2 /*"]                          |
      | "??title"                            | ?       | ?       | ["??title", "??title"]                           |

  @query-parameters.identifier-never-code
  Scenario Outline: A name is never executed: <name>
    When the client queries with:
      """
      { "query": "ROW a = 1, b = 2 | KEEP ??", "params": ["a"] }
      """
    Then the columns are "a"
    When the client queries with:
      """
      { "query": "ROW a = 1, b = 2 | KEEP ??", "params": ["<name>"] }
      """
    Then the request is refused or has no column "a"

    Examples:
      | name                |
      | a \| LIMIT 0        |
      | a \| EVAL c = 9     |
      | a, b                |
      | a // b              |

  @query-parameters.unmatched-placeholders
  Scenario: Placeholders without an entry, and entries without a placeholder
    Then it is recorded how the server answers these requests:
      | what                    | request      | body                                                              |
      | an unknown name         | POST /_query | { "query": "ROW a = ?x", "params": [{ "y": 1 }] }                 |
      | the place 0             | POST /_query | { "query": "ROW a = ?0", "params": [1] }                          |
      | a place past the end    | POST /_query | { "query": "ROW a = ?3", "params": [1, 2] }                       |
      | one bare mark too many  | POST /_query | { "query": "ROW a = ?, b = ?", "params": [1] }                    |
      | no parameters           | POST /_query | { "query": "ROW a = ?" }                                          |
      | an entry of no use      | POST /_query | { "query": "ROW a = ?", "params": [1, 2] }                        |
      | a named one of no use   | POST /_query | { "query": "ROW a = ?x", "params": [{ "x": 1 }, { "y": 2 }] }     |
