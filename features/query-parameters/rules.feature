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
      | query-parameters.one-style-across-kinds       | a value by place, named identifier | ROW a = ?x, b = 2 \| KEEP ??y      | ROW a = ?1, b = 2 \| KEEP ??y     |
      | query-parameters.one-style-across-kinds       | a named value, a bare identifier   | ROW a = ?x, b = 2 \| KEEP ??y      | ROW a = ?x, b = 2 \| KEEP ??      |

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
      | c | d       |
      | 3 | <shown> |

    Examples:
      | clause                                     | what              | field   | value  | text   | other   | shown | params                                                                |
      | query-parameters.kinds-combined-named      | by name           | ??field | ?value | ?text  | ??other | x     | [{ "text": "x" }, { "other": "c" }, { "field": "b" }, { "value": 2 }] |
      | query-parameters.kinds-combined-named      | both by one name  | ??field | ?value | ?other | ??other | c     | [{ "other": "c" }, { "field": "b" }, { "value": 2 }]                  |
      | query-parameters.kinds-combined-positional | by place          | ??1     | ?3     | ?2     | ??4     | x     | ["b", "x", 2, "c"]                                                    |
      | query-parameters.kinds-combined-positional | both by one place | ??1     | ?2     | ?1     | ??3     | b     | ["b", 2, "c"]                                                         |
      | query-parameters.kinds-combined-anonymous  | in turn           | ??      | ?      | ?      | ??      | x     | ["b", 2, "x", "c"]                                                    |

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

  Scenario Outline: The segments of a dotted name can be parameters in any command: <commands>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "author": { "properties": {
        "name": { "type": "keyword" }, "born": { "type": "integer" },
        "home": { "properties": { "town": { "type": "keyword" } } }
      } } } } }
      """
    And the document "1" in "books":
      """
      { "author": { "name": "Woolf", "born": 1882, "home": { "town": "London" } } }
      """
    And the document "2" in "books":
      """
      { "author": { "name": "Swift", "born": 1667, "home": { "town": "Dublin" } } }
      """
    And the client queries:
      """
      FROM $books | <written> | LIMIT 10
      """
    And "values" is <values>
    When the client queries with:
      """
      { "query": "FROM $books | <commands> | LIMIT 10", "params": <params> }
      """
    Then "values" is <values>

    Examples:
      | clause                             | commands                                               | written                                                     | params                                                 | values                     |
      | query-parameters.dotted-named      | KEEP ??x.??y.??z \| SORT author.home.town              | KEEP author.home.town \| SORT author.home.town              | [{ "x": "author" }, { "y": "home" }, { "z": "town" }]  | [["Dublin"], ["London"]]   |
      | query-parameters.dotted-named      | WHERE ??x.??y > 1700 \| KEEP author.name               | WHERE author.born > 1700 \| KEEP author.name                | [{ "x": "author" }, { "y": "born" }]                   | [["Woolf"]]                |
      | query-parameters.dotted-named      | SORT ??x.??y.??z \| KEEP author.name                   | SORT author.home.town \| KEEP author.name                   | [{ "x": "author" }, { "y": "home" }, { "z": "town" }]  | [["Swift"], ["Woolf"]]     |
      | query-parameters.dotted-positional | KEEP ??1.??3.??2 \| SORT author.home.town              | KEEP author.home.town \| SORT author.home.town              | ["author", "town", "home"]                             | [["Dublin"], ["London"]]   |
      | query-parameters.dotted-positional | EVAL age = 1900 - ??1.??2 \| SORT age \| KEEP age      | EVAL age = 1900 - author.born \| SORT age \| KEEP age       | ["author", "born"]                                     | [[18], [233]]              |
      | query-parameters.dotted-anonymous  | KEEP ??.??.?? \| SORT author.home.town                 | KEEP author.home.town \| SORT author.home.town              | ["author", "home", "town"]                             | [["Dublin"], ["London"]]   |
      | query-parameters.dotted-anonymous  | STATS latest = MAX(??.??)                              | STATS latest = MAX(author.born)                             | ["author", "born"]                                     | [[1882]]                   |
      | query-parameters.dotted-anonymous  | STATS c = COUNT(*) BY ??.?? \| SORT ??.?? \| KEEP c, author.name | STATS c = COUNT(*) BY author.name \| SORT author.name \| KEEP c, author.name | ["author", "name", "author", "name"]                   | [[1, "Swift"], [1, "Woolf"]] |
      | query-parameters.dotted-half       | WHERE author.??part == ?text \| KEEP author.born       | WHERE author.name == "Swift" \| KEEP author.born            | [{ "part": "name" }, { "text": "Swift" }]              | [[1667]]                   |
      | query-parameters.dotted-half       | KEEP author.??1.town \| SORT author.home.town          | KEEP author.home.town \| SORT author.home.town              | ["home"]                                               | [["Dublin"], ["London"]]   |

  @query-parameters.value-never-code
  Scenario Outline: A value is compared unchanged: <value>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "keyword" }, "n": { "type": "integer" } } } }
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
      | "it's 100% *a? {b}\\t😀"               | ?title  | ?title  | [{ "title": "it's 100% *a? {b}\\t😀" }]            |
      | "c:\\\\new\\\\\\\\x"                     | ?1      | ?1      | ["c:\\\\new\\\\\\\\x"]                             |
      | "n\\n\| WHERE n == 2 /*"               | ?1      | ?1      | ["n\\n\| WHERE n == 2 /*"]                          |
      | "??title"                            | ?       | ?       | ["??title", "??title"]                           |
      | "  a  b "                            | ?       | ?       | ["  a  b ", "  a  b "]                           |
      | "e\\u0301 \\u00e9"                       | ?1      | ?1      | ["e\\u0301 \\u00e9"]                               |

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
      | a` \| EVAL c = 9 // |
      | a`, `b              |

  @query-parameters.identifier-never-code
  Scenario Outline: A name is never executed in any style: <mark>, <name>
    Given the client queries with:
      """
      { "query": "ROW a = 1, b = 2 | KEEP <mark>", "params": <right> }
      """
    And the columns are "a"
    When the client queries with:
      """
      { "query": "ROW a = 1, b = 2 | KEEP <mark>", "params": <params> }
      """
    Then the request is refused or has no column "a"

    Examples:
      | mark   | name                     | right             | params                              |
      | ??name | a command                | [{ "name": "a" }] | [{ "name": "a \| EVAL c = 9" }]     |
      | ??name | a list                   | [{ "name": "a" }] | [{ "name": "a, b" }]                |
      | ??name | a command in back quotes | [{ "name": "a" }] | [{ "name": "a` \| EVAL c = 9 //" }] |
      | ??1    | a command                | ["a"]             | ["a \| EVAL c = 9"]                 |
      | ??1    | a list                   | ["a"]             | ["a, b"]                            |
      | ??1    | a command in back quotes | ["a"]             | ["a` \| EVAL c = 9 //"]             |

  @query-parameters.identifier-never-code
  Scenario Outline: The name of a function is never executed: <mark>
    Given an index "books"
    And 4 numbered documents in "books"
    And the client queries:
      """
      FROM $books | STATS high = MAX(n), low = MIN(n)
      """
    And the response is a success
    And the client queries with:
      """
      { "query": "FROM $books | STATS high = <mark>(n)", "params": <right> }
      """
    And the columns are "high"
    When the client queries with:
      """
      { "query": "FROM $books | STATS high = <mark>(n)", "params": <params> }
      """
    Then the request is refused or has no column "low"

    Examples:
      | mark | right             | params                         |
      | ??   | ["MAX"]           | ["MAX(n), low = MIN"]          |
      | ??1  | ["MAX"]           | ["MAX(n), low = MIN"]          |
      | ??fn | [{ "fn": "MAX" }] | [{ "fn": "MAX(n), low = MIN" }] |

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
