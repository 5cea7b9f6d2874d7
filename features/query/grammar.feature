Feature: Query language: grammar
  WHERE is in the specification. The rest of the grammar is not: the responses to common commands, operators and
  functions are recorded.

  @query.where-restricts-rows
  Scenario Outline: WHERE <condition> leaves the rows that meet it
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | shelf | pages |
      | a   | north | 99    |
      | b   | north | 100   |
      | c   | south | 101   |
    When the client queries:
      """
      FROM $books | WHERE <condition> | KEEP pages | SORT pages | LIMIT 10
      """
    Then the columns are "pages"
    And "values" is <rows>

    Examples:
      | condition                       | rows           |
      | pages > 99                      | [[100], [101]] |
      | shelf == "north"                | [[99], [100]]  |
      | shelf == "north" AND pages > 99 | [[100]]        |

  @query.source-commands
  Scenario: Source commands
    Given the unused name "all"
    And an index "books" with:
      """
      { "aliases": { "$all": {} } }
      """
    And 2 numbered documents in "books"
    And an index "papers" with:
      """
      { "aliases": { "$all": {} } }
      """
    And 2 numbered documents in "papers"
    Then it is recorded how the server answers these requests:
      | what               | request      | body                                                                                          |
      | an alias           | POST /_query | { "query": "FROM $all \| SORT n \| LIMIT 10" }                                                |
      | a list             | POST /_query | { "query": "FROM $books, $papers \| SORT n \| LIMIT 10" }                                     |
      | a quoted name      | POST /_query | { "query": "FROM \"$books\" \| SORT n \| LIMIT 10" }                                          |
      | a pattern          | POST /_query | { "query": "FROM $books* \| SORT n \| LIMIT 10" }                                             |
      | metadata           | POST /_query | { "query": "FROM $books METADATA _index, _id \| SORT n \| KEEP _index, _id \| LIMIT 10" }     |
      | no index           | POST /_query | { "query": "ROW a = 1, b = \"x\"" }                                                           |
      | the server itself  | POST /_query | { "query": "SHOW INFO" }                                                                      |

  @query.expressions
  Scenario: Operators and functions
    Then it is recorded how the server answers these requests:
      | what               | request      | body                                                                                                         |
      | comparing          | POST /_query | { "query": "ROW a = 1 \| EVAL b = a == 1, c = a != 1, d = a < 2 AND a >= 1, e = NOT a > 5 OR a <= 0" }        |
      | a null             | POST /_query | { "query": "ROW a = null \| EVAL b = a IS NULL, c = a IS NOT NULL, d = a == 1" }                              |
      | a list             | POST /_query | { "query": "ROW a = 2 \| EVAL b = a IN (1, 2, 3)" }                                                           |
      | patterns           | POST /_query | { "query": "ROW a = \"north\" \| EVAL b = a LIKE \"n*h\", c = a RLIKE \"no.+\"" }                             |
      | dates              | POST /_query | { "query": "ROW a = DATE_PARSE(\"yyyy-MM-dd\", \"2024-05-17\") \| EVAL b = DATE_TRUNC(1 month, a)" }          |
      | a formatted date   | POST /_query | { "query": "ROW a = DATE_PARSE(\"yyyy-MM-dd\", \"2024-05-17\") \| EVAL b = DATE_FORMAT(\"d MMMM yyyy\", a)" } |
      | dividing by zero   | POST /_query | { "query": "ROW a = 1 \| EVAL b = a / 0" }                                                                    |
      | two values for one | POST /_query | { "query": "ROW a = [1, 2] \| EVAL b = a + 1" }                                                               |

  @query.commands
  Scenario: Commands that process columns, rows and parts of values
    Then it is recorded how the server answers these requests:
      | what                | request      | body                                                                                       |
      | leaving columns out | POST /_query | { "query": "ROW a = 1, b = 2, c = 3 \| DROP b" }                                           |
      | renaming            | POST /_query | { "query": "ROW a = 1, b = 2 \| RENAME a AS c" }                                           |
      | columns by pattern  | POST /_query | { "query": "ROW ab = 1, ac = 2, b = 3 \| KEEP a*" }                                        |
      | sorting             | POST /_query | { "query": "ROW a = [3, 1, 2] \| MV_EXPAND a \| SORT a" }                                  |
      | sorting downwards   | POST /_query | { "query": "ROW a = [3, 1, 2] \| MV_EXPAND a \| SORT a DESC \| LIMIT 2" }                  |

  @query.limit-default
  Scenario: The number of rows of a query without a limit
    When the client queries:
      """
      ROW a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], b = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], c = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
      | MV_EXPAND a | MV_EXPAND b | MV_EXPAND c
      """
    Then it is recorded how many rows there are

  @query.stats
  Scenario: Aggregates over all rows and over groups
    Given an index "books"
    And 5 numbered documents in "books"
    Then it is recorded how the server answers these requests:
      | what             | request      | body                                                                                                        |
      | figures          | POST /_query | { "query": "FROM $books \| STATS COUNT(*), MAX(n), MIN(n), AVG(n), SUM(n)" }                                |
      | named figures    | POST /_query | { "query": "FROM $books \| STATS number = COUNT(*), mean = AVG(n)" }                                        |
      | groups           | POST /_query | { "query": "FROM $books \| STATS total = SUM(n) BY word \| SORT word" }                                     |
      | with a condition | POST /_query | { "query": "FROM $books \| STATS low = COUNT(*) WHERE n < 3, high = COUNT(*) WHERE n > 3" }                 |

  @query.syntax-error
  Scenario: Syntax errors
    Then it is recorded how the server answers these requests:
      | what                | request      | body                                     |
      | an unknown command  | POST /_query | { "query": "ROW a = 1 \| NO_SUCH a" }    |
      | a broken expression | POST /_query | { "query": "ROW a = 1 \| EVAL b = a +" } |
      | an open literal     | POST /_query | { "query": "ROW a = \"x" }               |
      | words of no kind    | POST /_query | { "query": "please find my books" }      |

  @query.unknown-names
  Scenario: Unknown names
    Given the unused name "papers"
    And an index "books"
    And 2 numbered documents in "books"
    Then it is recorded how the server answers these requests:
      | what                | request      | body                                                       |
      | an unknown index    | POST /_query | { "query": "FROM $papers \| LIMIT 10" }                    |
      | an unknown column   | POST /_query | { "query": "FROM $books \| KEEP no_such_column" }          |
      | an unknown function | POST /_query | { "query": "FROM $books \| EVAL a = NO_SUCH_FUNCTION(n)" } |
