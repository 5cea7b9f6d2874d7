Feature: Query parameters: kinds
  `?` is replaced by a value, and `??` by a name.

  @query-parameters.params-default-none
  Scenario: A query text without placeholders needs no parameters
    When the client queries with:
      """
      { "query": "ROW a = 1, b = \"x\"" }
      """
    Then the rows are:
      | a | b |
      | 1 | x |

  @query-parameters.params-empty
  Scenario Outline: A query text without placeholders takes an empty array: <what>
    Given the client queries:
      """
      <query>
      """
    And the table is kept as "without parameters"
    When the client queries with:
      """
      { "params": [], "query": "<query>" }
      """
    Then the answer is the table kept as "without parameters"

    Examples:
      | what         | query                                          |
      | one row      | ROW a = 1, b = 2                               |
      | a condition  | ROW a = 1, b = 2 \| WHERE a == 1 \| KEEP b     |

  @query-parameters.value-string
  Scenario: A string is a literal, even if a field has that name
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "place": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | shelf | place |
      | a   | north | place |
      | b   | place | here  |
    When the client queries with:
      """
      {
        "query": "FROM $books | WHERE shelf == ? | EVAL word = ? | KEEP shelf, word | LIMIT 10",
        "params": ["north", "place"]
      }
      """
    Then the rows are:
      | shelf | word  |
      | north | place |

  @query-parameters.value-string
  Scenario Outline: A string that looks like another literal equals the quoted literal: <what>
    When the client queries:
      """
      ROW a = "<text>"
      """
    Then the rows are:
      | a        |
      | "<text>" |
    And the table is kept as "literal"
    When the client queries with:
      """
      { "query": "ROW a = ?", "params": ["<text>"] }
      """
    Then the answer is the table kept as "literal"

    Examples:
      | what            | text |
      | a number        | 12   |
      | a truth value   | true |
      | the word null   | null |
      | nothing but air |      |

  @query-parameters.value-string
  Scenario Outline: A string is a literal in <what>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "bought": { "type": "date" } } } }
      """
    And these documents in "books":
      | _id | shelf | bought     |
      | a   | east  | 2024-05-01T00:00:00Z |
      | b   | north | 2024-06-02T00:00:00Z |
      | c   | south | 2024-07-03T00:00:00Z |
    And the client queries:
      """
      FROM $books | <literals> | LIMIT 10
      """
    And "values" is <values>
    When the client queries with:
      """
      { "query": "FROM $books | <commands> | LIMIT 10", "params": <params> }
      """
    Then "values" is <values>

    Examples:
      | what            | commands                                                            | literals                                                            | params             | values                     |
      | a list          | WHERE shelf IN (?, ?) \| SORT shelf \| KEEP shelf                   | WHERE shelf IN ("south", "east") \| SORT shelf \| KEEP shelf        | ["south", "east"]  | [["east"], ["south"]]      |
      | a function      | SORT bought \| EVAL day = DATE_FORMAT(?, bought) \| KEEP day        | SORT bought \| EVAL day = DATE_FORMAT("dd.MM.", bought) \| KEEP day | ["dd.MM."]         | [["01.05."], ["02.06."], ["03.07."]] |
      | two conditions  | WHERE shelf == ?1 OR shelf == ?2 \| SORT shelf DESC \| KEEP shelf   | WHERE shelf == "east" OR shelf == "north" \| SORT shelf DESC \| KEEP shelf | ["east", "north"]  | [["north"], ["east"]]      |

  @query-parameters.value-number
  Scenario Outline: The number <number> is a numeric literal
    Given an index "books" with:
      """
      { "mappings": { "properties": { "price": { "type": "double" } } } }
      """
    And these documents in "books":
      | _id | price |
      | a   | 12    |
      | b   | 12.5  |
      | c   | 13    |
    When the client queries with:
      """
      {
        "query": "FROM $books | WHERE price > ? | EVAL more = ? + 1 | KEEP price, more | SORT price | LIMIT 1",
        "params": [<number>, <number>]
      }
      """
    Then the rows are:
      | price  | more   |
      | <next> | <more> |

    Examples:
      | number | next | more |
      | 12     | 12.5 | 13   |
      | 12.5   | 13   | 13.5 |
      | -4     | 12   | -3   |

  @query-parameters.value-number
  Scenario Outline: A number is a literal in <what>
    Given an index "books"
    And 4 numbered documents in "books"
    And the client queries:
      """
      FROM $books | <literals>
      """
    And "values" is <values>
    When the client queries with:
      """
      { "query": "FROM $books | <commands>", "params": <params> }
      """
    Then "values" is <values>

    Examples:
      | what                 | commands                                          | literals                                   | params                        | values     |
      | a number of rows     | SORT n \| KEEP n \| LIMIT ?                       | SORT n \| KEEP n \| LIMIT 2                | [2]                           | [[1], [2]] |
      | rows by name         | WHERE n > ?mos \| SORT n \| KEEP n \| LIMIT ?most | WHERE n > 1 \| SORT n \| KEEP n \| LIMIT 2 | [{ "mos": 1 }, { "most": 2 }] | [[2], [3]] |
      | rows by place        | WHERE n > ?2 \| SORT n \| KEEP n \| LIMIT ?1      | WHERE n > 1 \| SORT n \| KEEP n \| LIMIT 2 | [2, 1]                        | [[2], [3]] |
      | a list               | WHERE n IN (?, ?) \| SORT n \| KEEP n             | WHERE n IN (4, 1) \| SORT n \| KEEP n      | [4, 1]                        | [[1], [4]] |
      | the sum of a figure  | STATS total = SUM(n + ?)                          | STATS total = SUM(n + 10)                  | [10]                          | [[50]]     |
      | what orders the rows | SORT n * ? \| KEEP n \| LIMIT 2                   | SORT n * -1 \| KEEP n \| LIMIT 2           | [-1]                          | [[4], [3]] |

  @query-parameters.value-number
  Scenario Outline: The number <number> equals the literal with the same digits
    When the client queries:
      """
      ROW a = <number>
      """
    Then the rows are:
      | a        |
      | <number> |
    And the table is kept as "literal"
    When the client queries with:
      """
      { "query": "ROW a = ?", "params": [<number>] }
      """
    Then the answer is the table kept as "literal"

    Examples:
      | number              |
      | 0                   |
      | 2147483647          |
      | 2147483648          |
      | 9007199254740993    |
      | 9223372036854775807 |
      | 0.1                 |
      | -1                  |
      | -2147483649         |
      | -0.5                |

  @query-parameters.identifier-field
  Scenario: A name for ?? is replaced by the field, not by a string
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | shelf | pages |
      | a   | north | 333   |
      | b   | south | 90    |
    When the client queries with:
      """
      {
        "query": "FROM $books | WHERE ?? > 100 | EVAL copy = ?? | KEEP ??, copy | LIMIT 10",
        "params": ["pages", "shelf", "pages"]
      }
      """
    Then the columns are "pages, copy"
    And the rows are:
      | pages | copy  |
      | 333   | north |

  @query-parameters.identifier-field
  Scenario Outline: A name for ?? is replaced by the field in <what>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | shelf | pages |
      | a   | north | 333   |
      | b   | south | 90    |
      | c   | north | 7     |
    And the client queries:
      """
      FROM $books | <written>
      """
    And "values" is <values>
    When the client queries with:
      """
      { "query": "FROM $books | <commands>", "params": <params> }
      """
    Then "values" is <values>

    Examples:
      | what                       | commands                                      | written                                         | params    | values                          |
      | an order                   | SORT ?? DESC \| KEEP pages \| LIMIT 10        | SORT pages DESC \| KEEP pages \| LIMIT 10       | ["pages"] | [[333], [90], [7]]              |
      | a figure                   | STATS total = SUM(??)                         | STATS total = SUM(pages)                        | ["pages"] | [[430]]                         |
      | what figures are parted by | STATS total = SUM(pages) BY ?? \| SORT total \| KEEP total, shelf | STATS total = SUM(pages) BY shelf \| SORT total \| KEEP total, shelf | ["shelf"] | [[90, "south"], [340, "north"]] |
      | the name of a new column   | EVAL ?? = pages + 1 \| SORT more \| KEEP more | EVAL more = pages + 1 \| SORT more \| KEEP more | ["more"]  | [[8], [91], [334]]              |

  @query-parameters.identifier-field
  Scenario Outline: A name needs no quotes, whatever its characters are: <field>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "<field>": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | <field> |
      | a   | 333     |
      | b   | 90      |
    When the client queries with:
      """
      { "query": "FROM $books | WHERE ??1 > 100 | EVAL copy = ??1 | KEEP ??1, copy | LIMIT 10", "params": ["<field>"] }
      """
    Then the columns are "<field>, copy"
    And the rows are:
      | <field> | copy |
      | 333     | 333  |

    Examples:
      | field      |
      | last-pages |
      | two words  |
      | größe      |
      | 1st        |
      | sort       |

  @query-parameters.identifier-function
  Scenario Outline: A name for ?? before brackets is the function <function>
    Given an index "books"
    And 4 numbered documents in "books"
    And the client queries:
      """
      FROM $books | STATS figure = <function>(n)
      """
    And the rows are:
      | figure   |
      | <figure> |
    When the client queries with:
      """
      { "query": "FROM $books | STATS figure = ??(n)", "params": ["<function>"] }
      """
    Then the rows are:
      | figure   |
      | <figure> |

    Examples:
      | function | figure |
      | MAX      | 4      |
      | MIN      | 1      |
      | SUM      | 10     |

  @query-parameters.identifier-function
  Scenario Outline: A function can be named in any style and command: <commands>
    Given an index "books"
    And 4 numbered documents in "books"
    And the client queries:
      """
      FROM $books | <written>
      """
    And "values" is <values>
    When the client queries with:
      """
      { "query": "FROM $books | <commands>", "params": <params> }
      """
    Then "values" is <values>

    Examples:
      | commands                                                | written                                            | params                             | values   |
      | STATS figure = ??fn(n)                                  | STATS figure = MAX(n)                              | [{ "fn": "MAX" }]                  | [[4]]    |
      | STATS figure = ??1(n)                                   | STATS figure = MAX(n)                              | ["MAX"]                            | [[4]]    |
      | STATS figure = ??1(??2) BY ??3 \| SORT figure \| KEEP figure | STATS figure = SUM(n) BY word \| SORT figure \| KEEP figure | ["SUM", "n", "word"] | [[4], [6]] |
      | STATS low = ??(n), high = ??(n)                         | STATS low = MIN(n), high = MAX(n)                  | ["MIN", "MAX"]                     | [[1, 4]] |
      | STATS low = ??2(??3), high = ??1(??3)                   | STATS low = MIN(n), high = MAX(n)                  | ["MAX", "MIN", "n"]                | [[1, 4]] |
      | WHERE n > 3 \| EVAL less = ??(0 - n) \| KEEP less       | WHERE n > 3 \| EVAL less = ABS(0 - n) \| KEEP less | ["ABS"]                            | [[4]]    |
      | WHERE n > 3 \| EVAL less = ??fn(0 - n) \| KEEP less     | WHERE n > 3 \| EVAL less = ABS(0 - n) \| KEEP less | [{ "fn": "ABS" }]                  | [[4]]    |
      | WHERE ??1(n - 4) == 3 \| KEEP n                         | WHERE ABS(n - 4) == 3 \| KEEP n                    | ["ABS"]                            | [[1]]    |
      | WHERE n < 3 \| SORT ??fn(n - 2) \| KEEP n              | WHERE n < 3 \| SORT ABS(n - 2) \| KEEP n           | [{ "fn": "ABS" }]                  | [[2], [1]] |

  @query-parameters.other-values-and-forms
  Scenario: Other values, and the older syntax
    Then it is recorded how the server answers these requests:
      | what               | request      | body                                                                   |
      | true               | POST /_query | { "query": "ROW a = ?", "params": [true] }                             |
      | null               | POST /_query | { "query": "ROW a = ?", "params": [null] }                             |
      | a list by name     | POST /_query | { "query": "ROW a = ?x", "params": [{ "x": [1, 2] }] }                 |
      | a number for ??    | POST /_query | { "query": "ROW a = 1 \| KEEP ??", "params": [1] }                     |
      | null for ??        | POST /_query | { "query": "ROW a = 1 \| KEEP ??", "params": [null] }                  |
      | ? for a name       | POST /_query | { "query": "ROW a = 1 \| KEEP ?", "params": ["a"] }                    |
      | ? for a function   | POST /_query | { "query": "ROW a = 4 \| EVAL b = ?(a)", "params": ["ABS"] }           |
    And it is recorded how the server answers these wrong requests:
      | what      | request      | body                                                             |
      | a list    | POST /_query | { "query": "ROW a = ?", "params": [[1, 2]] }                     |
      | an object | POST /_query | { "query": "ROW a = ?x", "params": [{ "x": { "value": 1 } }] }   |

  @query-parameters.params-malformed
  Scenario: Parameters of an unusual form
    Then it is recorded how the server answers these wrong requests:
      | what                    | request      | body                                                              |
      | no array                | POST /_query | { "query": "ROW a = ?", "params": { "a": 1 } }                    |
      | a value alone           | POST /_query | { "query": "ROW a = ?", "params": 1 }                             |
      | objects and bare values | POST /_query | { "query": "ROW a = ?x", "params": [{ "x": 1 }, 2] }              |
      | an entry with two keys  | POST /_query | { "query": "ROW a = ?x", "params": [{ "x": 1, "y": 2 }] }         |
      | an entry without a key  | POST /_query | { "query": "ROW a = ?x", "params": [{}] }                         |
      | an odd name             | POST /_query | { "query": "ROW a = 1", "params": [{ "1-": 1 }] }                 |
