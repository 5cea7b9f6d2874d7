Feature: Slicing field
  A slice can name the field whose values divide the documents. The indices have one shard, so each slice divides it.

  Scenario Outline: <max> slices by a numeric field: <part>
    Given an index "books" with:
      """
      {
        "settings": { "number_of_shards": 1 },
        "mappings": { "properties": { "n": { "type": "integer" } } }
      }
      """
    And 30 numbered documents in "books"
    When the client walks <max> slices of a scroll over "books" with:
      """
      { "size": 50, "slice": { "field": "n" } }
      """
    Then <outcome>

    Examples:
      | clause                      | max | part          | outcome                               |
      | slice.field-union-complete  | 11 | none is lost  | the pages hold 30 different documents |
      | slice.field-slices-disjoint | 3 | none is twice | no document is in two slices          |

  Scenario Outline: Slices by a field that is missing in some documents: <part>
    Given an index "books" with:
      """
      {
        "settings": { "number_of_shards": 1 },
        "mappings": { "properties": { "n": { "type": "integer" } } }
      }
      """
    And these documents in "books":
      | _id | n  | title     |
      | a   | 1  | one       |
      | b   | 2  | two       |
      | c   | 3  | three     |
      | d   | -4 | minus four |
      | e   |    | none      |
      | f   |    | none      |
    When the client walks 2 slices of a scroll over "books" with:
      """
      { "size": 50, "slice": { "field": "n" } }
      """
    Then <outcome>

    Examples:
      | clause                      | part          | outcome                              |
      | slice.field-union-complete  | none is lost  | the pages hold 6 different documents |
      | slice.field-slices-disjoint | none is twice | no document is in two slices         |

  Scenario Outline: <max> slices of a point in time by a numeric field: <part>
    Given an index "books" with:
      """
      {
        "settings": { "number_of_shards": 1 },
        "mappings": { "properties": { "n": { "type": "integer" } } }
      }
      """
    And 30 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client walks <max> slices of the point in time with:
      """
      { "size": 7, "slice": { "field": "n" }, "sort": [{ "n": "asc" }] }
      """
    Then <outcome>

    Examples:
      | clause                      | max | part          | outcome                               |
      | slice.field-union-complete  | 5 | none is lost  | the pages hold 30 different documents |
      | slice.field-slices-disjoint | 3 | none is twice | no document is in two slices          |

  @slice.field-timestamp
  Scenario: Slices by a date cover every document once
    Given an index "books" with:
      """
      {
        "settings": { "number_of_shards": 1 },
        "mappings": { "properties": { "day": { "type": "date" } } }
      }
      """
    And 20 numbered documents in "books"
    When the client walks 2 slices of a scroll over "books" with:
      """
      { "size": 50, "slice": { "field": "day" } }
      """
    Then the pages hold 20 different documents
    And no document is in two slices

  Scenario Outline: A slice by <kind> is refused
    Given an index "books" with:
      """
      {
        "settings": { "number_of_shards": 1 },
        "mappings": { "properties": { "good": { "type": "integer" }, "bad": <mapping> } }
      }
      """
    And these documents in "books":
      | _id | good | bad |
      | 1   | 1    | 1   |
      | 2   | 2    | 2   |
    And the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "slice": { "id": 0, "max": 2, "field": "good" } }
      """
    And the response is a success
    When the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "slice": { "id": 0, "max": 2, "field": "bad" } }
      """
    Then the request is refused

    Examples:
      | clause                                 | kind                        | mapping                                 |
      | slice.field-not-numeric-refused        | a keyword                   | { "type": "keyword" }                   |
      | slice.field-without-doc-values-refused | a number without doc_values | { "type": "integer", "doc_values": false } |

  @slice.field-first-value
  Scenario: A document with several values is only in the slice of its first value
    Given an index "books" with:
      """
      {
        "settings": { "number_of_shards": 1 },
        "mappings": { "properties": { "n": { "type": "integer" } } }
      }
      """
    And these documents in "books":
      | _id  | n         |
      | one1 | 1         |
      | all1 | [1, 1002] |
      | one2 | 2         |
      | all2 | [2, 1001] |
      | one3 | 3         |
      | all3 | [3, 1005] |
      | one4 | 4         |
      | all4 | [4, 1006] |
      | one5 | 5         |
      | all5 | [5, 1003] |
      | one6 | 6         |
      | all6 | [6, 1004] |
    When the client walks 2 slices of a scroll over "books" with:
      """
      { "size": 50, "slice": { "field": "n" } }
      """
    Then each row is in one slice:
      | one1 | all1 |
      | one2 | all2 |
      | one3 | all3 |
      | one4 | all4 |
      | one5 | all5 |
      | one6 | all6 |
    And no document is in two slices

  @slice.field-first-value
  Scenario: In a point in time, documents with the same value are in the same slice
    Given an index "books" with:
      """
      {
        "settings": { "number_of_shards": 1 },
        "mappings": { "properties": { "n": { "type": "integer" } } }
      }
      """
    And these documents in "books":
      | _id | n |
      | a1  | 1 |
      | a2  | 1 |
      | b1  | 2 |
      | a3  | 1 |
      | c1  | 3 |
      | b2  | 2 |
      | d1  | 4 |
      | b3  | 2 |
      | c2  | 3 |
      | d2  | 4 |
      | c3  | 3 |
      | d3  | 4 |
    And a point in time over "books", kept for "1m"
    When the client walks 2 slices of the point in time with:
      """
      { "size": 50, "slice": { "field": "n" }, "sort": [{ "n": "asc" }] }
      """
    Then each row is in one slice:
      | a1 | a2 | a3 |
      | b1 | b2 | b3 |
      | c1 | c2 | c3 |
      | d1 | d2 | d3 |
