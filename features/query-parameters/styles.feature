Feature: Query parameters: styles
  Named, positional and anonymous placeholders.

  @query-parameters.named-value
  Scenario: A named value replaces every occurrence of its name
    When the client queries with:
      """
      {
        "query": "ROW a = ?low, b = ?high | WHERE a < ?high | EVAL c = ?low",
        "params": [{ "low": 1 }, { "high": 9 }]
      }
      """
    Then the rows are:
      | a | b | c |
      | 1 | 9 | 1 |

  @query-parameters.named-value
  Scenario: A name that begins with another name is a different parameter
    When the client queries with:
      """
      { "query": "ROW a = ?name, b = ?name_2, c = ?name_3", "params": [{ "name": "x" }, { "name_2": "y" }, { "name_3": "z" }] }
      """
    Then the rows are:
      | a | b | c |
      | x | y | z |

  @query-parameters.named-value
  Scenario: A name in capitals is a different parameter
    When the client queries with:
      """
      { "query": "ROW a = ?name, b = ?NAME, c = ?Name", "params": [{ "Name": "x" }, { "name": "y" }, { "NAME": "z" }] }
      """
    Then the rows are:
      | a | b | c |
      | y | z | x |

  @query-parameters.named-value
  Scenario: Named values of each kind are those that were sent
    When the client queries with:
      """
      {
        "query": "ROW a = ?a, b = ?b, c = ?c, d = ?d, e = ?e, f = ?f, g = ?g, h = ?h, i = ?i, j = ?j, k = ?k",
        "params": [
          { "a": 0 }, { "b": 1.5 }, { "c": "" }, { "d": "the \"old\" one" }, { "e": "Köln 東京" }, { "f": 2500 },
          { "g": "?a ?1 ?? ?f" }, { "h": -0.1 }, { "i": "i" }, { "j": "ten" }, { "k": 11 }
        ]
      }
      """
    Then "values" is [[0, 1.5, "", "the \"old\" one", "Köln 東京", 2500, "?a ?1 ?? ?f", -0.1, "i", "ten", 11]]

  @query-parameters.named-identifier
  Scenario: A named identifier is replaced by a field
    When the client queries with:
      """
      {
        "query": "ROW a = 1, b = 3, B = 2, c = 3 | EVAL d = ??second | KEEP ??first, d",
        "params": [{ "first": "c" }, { "second": "B" }]
      }
      """
    Then the columns are "c, d"
    And the rows are:
      | c | d |
      | 3 | 2 |

  @query-parameters.named-shape
  Scenario Outline: Named entries can be in any order: <params>
    When the client queries with:
      """
      { "query": "ROW a = ?one, b = ?two, c = ?three", "params": <params> }
      """
    Then the rows are:
      | a | b | c |
      | 1 | 2 | 3 |

    Examples:
      | params                                       |
      | [{ "one": 1 }, { "two": 2 }, { "three": 3 }] |
      | [{ "three": 3 }, { "one": 1 }, { "two": 2 }] |

  @query-parameters.positional-value
  Scenario: Positions of values start at 1
    When the client queries with:
      """
      { "query": "ROW a = ?1, b = ?2, c = ?3", "params": ["x", 5, "z"] }
      """
    Then the rows are:
      | a | b | c |
      | x | 5 | z |

  @query-parameters.positional-value
  Scenario: A position can have two digits
    When the client queries with:
      """
      {
        "query": "ROW a = ?1 + ?2 + ?3 + ?4 + ?5 + ?6 + ?7 + ?8 + ?9, b = ?10, c = ?11",
        "params": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
      }
      """
    Then the rows are:
      | a  | b  | c  |
      | 45 | 10 | 11 |

  Scenario Outline: Of 101 entries, <placeholders> take those in their places
    # The specification has no greatest number of parameters.
    Given the client queries with:
      """
      {
        "query": "ROW <columns>",
        "params": [
          1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
          26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,
          51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75,
          76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100,
          101
        ]
      }
      """
    And the response is a success
    Then the rows are:
      | a | b   | c   |
      | 1 | <b> | <c> |

    Examples:
      | clause                            | placeholders         | columns                           | b  | c   |
      | query-parameters.positional-value | ?1, ?10 and ?101     | a = ?1, b = ?10, c = ?101         | 10 | 101 |
      | query-parameters.positional-value | ?1, ?12 and ?100     | a = ?1, b = ?12, c = ?100         | 12 | 100 |

  @query-parameters.positional-identifier
  Scenario: Positions of identifiers start at 1
    When the client queries with:
      """
      { "query": "ROW a = 1, b = 2, c = 3 | EVAL d = ??1 | KEEP ??2, d", "params": ["b", "c"] }
      """
    Then the columns are "c, d"
    And the rows are:
      | c | d |
      | 3 | 2 |

  @query-parameters.positional-any-order
  Scenario: Positions can be used in any order, and repeatedly
    When the client queries with:
      """
      { "query": "ROW a = ?3, b = ?1, c = ?3, d = ?2, e = ?3, f = ?3", "params": ["x", "y", "z"] }
      """
    Then the rows are:
      | a | b | c | d | e | f |
      | z | x | z | y | z | z |

  @query-parameters.anonymous-value
  Scenario: Anonymous placeholders use the values in order
    When the client queries with:
      """
      {
        "query": "ROW a = ?, b = ? | EVAL c = ?, d = ?, e = ?, f = ?, g = ?, h = ?, i = ?, j = ?, k = ?, l = ?",
        "params": ["x", 5, 3, 4, 5, 6, 7, 8, 9, 10, "y", "z"]
      }
      """
    Then the rows are:
      | a | b | c | d | e | f | g | h | i | j  | k | l |
      | x | 5 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | y | z |

  Scenario Outline: Question marks in a literal are not placeholders: <style>
    When the client queries with:
      """
      { "query": "ROW a = \"<letters>\", b = <mark>", "params": <params> }
      """
    Then "values" is [["<letters>", 5]]

    Examples:
      | clause                            | style    | letters      | mark | params       |
      | query-parameters.anonymous-value  | bare     | why? who??   | ?    | [5]          |
      | query-parameters.positional-value | by place | not ?1, ??1  | ?1   | [5]          |
      | query-parameters.named-value      | by name  | not ?x, ??x  | ?x   | [{ "x": 5 }] |

  @query-parameters.anonymous-identifier
  Scenario: Anonymous identifiers use the names in order
    When the client queries with:
      """
      { "query": "ROW a = 1, b = 2, c = 3 | EVAL d = ?? | KEEP ??, ??", "params": ["b", "d", "a"] }
      """
    Then the columns are "d, a"
    And the rows are:
      | d | a |
      | 2 | 1 |

  @query-parameters.anonymous-repeated-entry
  Scenario: A field used by two anonymous placeholders is passed twice
    When the client queries with:
      """
      { "query": "ROW a = 1, b = 2, c = 3 | SORT ?? | KEEP ??, ??", "params": ["b", "b", "a"] }
      """
    Then the columns are "b, a"
    And the rows are:
      | b | a |
      | 2 | 1 |

  @query-parameters.anonymous-entry-used-once
  Scenario Outline: An entry names no field for a second anonymous placeholder: <query>
    Given the client queries with:
      """
      { "query": "<query>", "params": <twice> }
      """
    And the column "b" is present
    When the client queries with:
      """
      { "query": "<query>", "params": <once> }
      """
    Then the request is refused or has no column "b"

    Examples:
      | query                                          | twice           | once       |
      | ROW a = 1, b = 2 \| SORT ?? \| KEEP ??         | ["b", "b"]      | ["b"]      |
      | ROW a = 1, b = 2 \| SORT ??, ?? \| KEEP ??     | ["a", "b", "b"] | ["a", "b"] |
      | ROW a = 1, b = 2 \| WHERE ? == ?? \| KEEP ??   | [2, "b", "b"]   | [2, "b"]   |
