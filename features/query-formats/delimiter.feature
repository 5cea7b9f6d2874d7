Feature: The parameter delimiter
  The character between the cells of csv, and the characters that are refused.

  Background:
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "word": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | n  | word |
      | a   | 41 | odd  |
      | b   | 42 | even |

  @query-formats.delimiter-default-comma
  Scenario: The default delimiter
    When the client queries accepting "text/csv; header=present":
      """
      FROM $books | KEEP n, word | SORT n | LIMIT 10
      """
    Then the columns are "n, word"
    And the rows are:
      | n  | word |
      | 41 | odd  |
      | 42 | even |

  @query-formats.delimiter-one-character
  Scenario Outline: The delimiter <delimiter>
    When the client queries accepting "text/csv; header=present", with "<delimiter>" as delimiter:
      """
      FROM $books | KEEP n, word | SORT n | LIMIT 10
      """
    Then the columns are "n, word"
    And the rows are:
      | n  | word |
      | 41 | odd  |
      | 42 | even |

    Examples:
      | delimiter |
      | ;         |
      | \|        |
      | ,         |
      | x         |

  @query-formats.delimiter-longer
  Scenario: A delimiter of two characters
    Given the client sends POST "/_query?format=csv&delimiter=%3B" with:
      """
      { "query": "FROM $books | KEEP n, word | SORT n | LIMIT 10" }
      """
    And the response is a success
    When the client wrongly sends POST "/_query?format=csv&delimiter=%3B%3B" with:
      """
      { "query": "FROM $books | KEEP n, word | SORT n | LIMIT 10" }
      """
    Then the body does not hold "41;;odd"
    And the body does not hold "42;;even"

  @query-formats.delimiter-empty
  Scenario: An empty delimiter
    When the client wrongly sends POST "/_query?format=csv&delimiter=" with:
      """
      { "query": "FROM $books | KEEP n, word | SORT n | LIMIT 10" }
      """
    Then it is recorded how the server answers

  Scenario Outline: The delimiter is <character>
    Given the client sends POST "/_query?format=csv&delimiter=%3B" with:
      """
      { "query": "FROM $books | KEEP n, word | SORT n | LIMIT 10" }
      """
    And the response is a success
    When the client wrongly sends POST "/_query?format=csv&delimiter=<code>" with:
      """
      { "query": "FROM $books | KEEP n, word | SORT n | LIMIT 10" }
      """
    Then the request is refused

    Examples:
      | clause                           | character         | code |
      | query-formats.delimiter-no-quote | a double quote    | %22  |
      | query-formats.delimiter-no-cr    | a carriage return | %0D  |
      | query-formats.delimiter-no-lf    | a line feed       | %0A  |
      | query-formats.delimiter-no-tab   | a tab             | %09  |

  @query-formats.delimiter-csv-only
  Scenario Outline: A delimiter with the media type <media type>
    Given the client queries accepting "<media type>":
      """
      FROM $books | KEEP n, word | SORT n | LIMIT 10
      """
    And the table is kept as "undelimited"
    When the client queries accepting "<media type>", with ";" as delimiter:
      """
      FROM $books | KEEP n, word | SORT n | LIMIT 10
      """
    Then the request is refused or returns the table kept as "undelimited"

    Examples:
      | media type                                |
      | text/tab-separated-values; header=present |
      | text/plain; header=present                |
      | text/markdown                             |
      | application/json                          |
