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
      | '         |
      | ö         |
      | →         |

  @query-formats.delimiter-one-character
  Scenario: A space as delimiter
    When the client queries accepting "text/csv; header=present", with " " as delimiter:
      """
      FROM $books | KEEP n, word | SORT n | LIMIT 10
      """
    Then the columns are "n, word"
    And the rows are:
      | n  | word |
      | 41 | odd  |
      | 42 | even |

  @query-formats.delimiter-one-character
  Scenario Outline: The delimiter <delimiter> where the URL names csv
    When the client queries in csv, with "<delimiter>" as delimiter:
      """
      FROM $books | KEEP n, word | SORT n | LIMIT 10
      """
    Then the answer is in the format csv
    And the rows are:
      | n  | word |
      | 41 | odd  |
      | 42 | even |

    Examples:
      | delimiter |
      | .         |
      | ^         |
      | →         |

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

  @query-formats.delimiter-longer
  Scenario: A delimiter of two characters, and Accept names csv
    Given the client queries accepting "text/csv", with ";" as delimiter:
      """
      FROM $books | KEEP n, word | SORT n | LIMIT 10
      """
    And the response is a success
    When the client wrongly sends POST "/_query?delimiter=%3B%3B" accepting "text/csv" with:
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

  Scenario Outline: The delimiter is <character>, and Accept names csv
    Given the client queries accepting "text/csv", with ";" as delimiter:
      """
      FROM $books | KEEP n, word | SORT n | LIMIT 10
      """
    And the response is a success
    When the client wrongly sends POST "/_query?delimiter=<code>" accepting "text/csv" with:
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

  Scenario Outline: The delimiter is <character>, and the URL names csv
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
      | clause                              | media type                                |
      | query-formats.delimiter-csv-only    | text/tab-separated-values; header=present |
      | query-formats.delimiter-csv-only    | text/plain; header=present                |
      | query-formats.delimiter-csv-only    | application/json                          |
      | query-formats.delimiter-csv-only    | application/yaml                          |
      | query-formats.delimiter-csv-only-md | text/markdown                             |

  Scenario Outline: A delimiter where the URL names <format>
    Given the client queries in <format>:
      """
      FROM $books | KEEP n, word | SORT n | LIMIT 10
      """
    And the table is kept as "undelimited"
    When the client queries in <format>, with ";" as delimiter:
      """
      FROM $books | KEEP n, word | SORT n | LIMIT 10
      """
    Then the request is refused or returns the table kept as "undelimited"

    Examples:
      | clause                           | format |
      | query-formats.delimiter-csv-only | tsv    |
      | query-formats.delimiter-csv-only | txt    |
