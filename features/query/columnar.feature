Feature: Query request: columnar
  Structured formats can have their values by column; line formats cannot.

  Scenario Outline: A columnar response in <format> has its values by column
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | shelf | pages |
      | a   | north | 333   |
      | b   | south | 90    |
      | c   | west  | 880   |
      | d   | east  | 500   |
    When the client queries in <format> with:
      """
      { "query": "FROM $books | KEEP shelf, pages | SORT pages | LIMIT 10", "columnar": true }
      """
    Then the columns are "shelf, pages"
    And "values" is [["south", "north", "east", "west"], [90, 333, 500, 880]]

    Examples:
      | clause               | format |
      | query.columnar-json  | json   |
      | query.columnar-yaml  | yaml   |
      | query.columnar-cbor  | cbor   |
      | query.columnar-smile | smile  |

  Scenario Outline: A columnar response has its values by column if the header Accept names <format>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | shelf | pages |
      | a   | north | 333   |
      | b   | south | 90    |
      | c   | west  | 880   |
      | d   | east  |       |
    And the client queries accepting "<media type>" with:
      """
      { "query": "FROM $books | KEEP shelf, pages | SORT shelf | LIMIT 10" }
      """
    And "values.0.0" is "east"
    And "values.0.1" is kept as "missing"
    When the client queries accepting "<media type>" with:
      """
      { "query": "FROM $books | KEEP shelf, pages | SORT shelf | LIMIT 10", "columnar": true }
      """
    Then the answer is in the format <format>
    And "values" is [["east", "north", "south", "west"], [$missing, 333, 90, 880]]

    Examples:
      | clause               | format | media type        |
      | query.columnar-json  | json   | application/json  |
      | query.columnar-yaml  | yaml   | application/yaml  |
      | query.columnar-cbor  | cbor   | application/cbor  |
      | query.columnar-smile | smile  | application/smile |

  Scenario Outline: A columnar response in <format> has the cells of the response by row: several values, and none
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "v": { "type": "integer" }, "w": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | n | v         | w          |
      | 1   | 1 | [3, 4, 5] | ["a", "b"] |
      | 2   | 2 |           | c          |
      | 3   | 3 | 7         |            |
    And the client queries in <format> with:
      """
      { "query": "FROM $books | KEEP n, v, w | SORT n" }
      """
    And "values.0.1" is kept as "several"
    And "values.0.2" is kept as "words"
    And "values.1.1" is kept as "no_number"
    And "values.2.2" is kept as "no_word"
    When the client queries in <format> with:
      """
      { "query": "FROM $books | KEEP n, v, w | SORT n", "columnar": true }
      """
    Then "values" is [[1, 2, 3], [$several, $no_number, 7], [$words, "c", $no_word]]

    Examples:
      | clause               | format |
      | query.columnar-json  | json   |
      | query.columnar-yaml  | yaml   |
      | query.columnar-cbor  | cbor   |
      | query.columnar-smile | smile  |

  Scenario Outline: A columnar response in <format> has all of two thousand values
    When the client queries in <format> with:
      """
      {
        "query": "ROW a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], b = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], c = [1, 2, 3, 4, 5, 6, 7, 8] | MV_EXPAND a | MV_EXPAND b | MV_EXPAND c | EVAL n = a * 1000 + b * 10 + c | KEEP n, a | SORT n | LIMIT 3000",
        "columnar": true
      }
      """
    Then there are 2048 rows
    And "values.0.0" is 1011
    And "values.0.1500" is 12125
    And "values.1.2047" is 16

    Examples:
      | clause               | format |
      | query.columnar-json  | json   |
      | query.columnar-yaml  | yaml   |
      | query.columnar-cbor  | cbor   |
      | query.columnar-smile | smile  |

  Scenario Outline: A columnar request in <format> is refused, or returns rows
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | shelf | pages |
      | a   | north | 333   |
      | b   | south | 90    |
      | c   | west  | 880   |
    When the client queries in <format> with:
      """
      { "query": "FROM $books | KEEP shelf, pages | SORT pages | LIMIT 10" }
      """
    Then the rows are:
      | shelf | pages |
      | south | 90    |
      | north | 333   |
      | west  | 880   |
    When the client queries in <format> with:
      """
      { "query": "FROM $books | KEEP shelf, pages | SORT pages | LIMIT 10", "columnar": true }
      """
    Then the request is refused or has these rows:
      | shelf | pages |
      | south | 90    |
      | north | 333   |
      | west  | 880   |

    Examples:
      | clause                   | format |
      | query.columnar-not-text  | csv    |
      | query.columnar-not-text  | tsv    |
      | query.columnar-not-text  | txt    |
      | query.columnar-not-md    | md     |
      | query.columnar-not-arrow | arrow  |
