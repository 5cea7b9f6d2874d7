Feature: Field types that the specification uses
  The specification mentions the types only in other sections: the columns of the query language, sorting mixed dates,
  and the rules of `copy_to`.

  @index.type-keyword
  Scenario: A keyword is indexed as a single term
    Given an index "books" with:
      """json
      { "mappings": { "properties": { "place": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | place    |
      | 1   | new york |
    When the client searches "books" with:
      """json
      { "query": { "term": { "place": "york" } } }
      """
    Then there are 0 hits
    And the client searches "books" with:
      """json
      { "query": { "term": { "place": "new york" } } }
      """
    And the hits are "1"

  @index.type-text
  Scenario: A text is indexed as the words of its value
    Given an index "books" with:
      """json
      { "mappings": { "properties": { "place": { "type": "text" } } } }
      """
    And these documents in "books":
      | _id | place    |
      | 1   | new york |
      | 2   | london   |
    When the client searches "books" with:
      """json
      { "query": { "match": { "place": { "query": "york" } } } }
      """
    Then the hits are "1"

  @index.type-integer
  Scenario: An integer is compared as a number
    Given an index "books" with:
      """json
      { "mappings": { "properties": { "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | pages |
      | 1   | 9     |
      | 2   | 10    |
      | 3   | 100   |
      | 4   | -5    |
    When the client searches "books" with:
      """json
      { "query": { "range": { "pages": { "gte": 0, "lte": 10 } } } }
      """
    Then the hits are "1, 2" in any order

  @index.type-date
  Scenario: A date is compared as a point in time
    Given an index "books" with:
      """json
      { "mappings": { "properties": { "printed": { "type": "date" } } } }
      """
    And these documents in "books":
      | _id | printed                   |
      | 1   | 2024-01-01T01:00:00+02:00 |
      | 2   | 2024-01-01T00:00:00Z      |
      | 3   | 2023-12-31T20:00:00-05:00 |
    When the client searches "books" with:
      """json
      { "query": { "range": { "printed": { "gte": "2024-01-01T00:00:00Z", "lte": "2024-01-01T12:00:00Z" } } } }
      """
    Then the hits are "2, 3" in any order

  @index.type-date-nanos
  Scenario: A date_nanos distinguishes single nanoseconds
    Given an index "books" with:
      """json
      { "mappings": { "properties": { "printed": { "type": "date_nanos" } } } }
      """
    And these documents in "books":
      | _id | printed                        |
      | 1   | 2024-01-01T00:00:00.000000001Z |
      | 2   | 2024-01-01T00:00:00.000000002Z |
      | 3   | 2024-01-01T00:00:00.000000003Z |
    When the client searches "books" with:
      """json
      {
        "query": {
          "range": {
            "printed": { "gte": "2024-01-01T00:00:00.000000002Z", "lte": "2024-01-01T00:00:00.000000002Z" }
          }
        }
      }
      """
    Then the hits are "2"

  @index.type-date-range
  Scenario: A date_range accepts an object with two bounds
    Given an index "books" with:
      """json
      { "mappings": { "properties": { "loan": { "type": "date_range" }, "code": { "type": "keyword" } } } }
      """
    When the client indexes the document "1" in "books":
      """json
      { "code": "x", "loan": { "gte": "2024-01-01T00:00:00Z", "lte": "2024-01-31T00:00:00Z" } }
      """
    Then the response is a success
    And the documents of "books" are visible
    And the client searches "books" with:
      """json
      { "query": { "term": { "code": "x" } } }
      """
    And the hits are "1"
    And "hits.hits.0._source.loan" is {"gte": "2024-01-01T00:00:00Z", "lte": "2024-01-31T00:00:00Z"}

  @index.type-object
  Scenario: A field inside an object is searched by its dotted path
    Given an index "books" with:
      """json
      { "mappings": { "properties": { "author": { "properties": { "name": { "type": "keyword" } } } } } }
      """
    And these documents in "books":
      | _id | author                     |
      | 1   | {"name": "virginia woolf"} |
      | 2   | {"name": "virginia forster"} |
    When the client searches "books" with:
      """json
      { "query": { "term": { "author.name": "virginia woolf" } } }
      """
    Then the hits are "1"

  @index.type-object
  Scenario: A field three objects deep is searched by its dotted path
    Given the unused name "books"
    When the client creates the index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "author": { "properties": { "home": { "properties": { "town": { "type": "keyword" } } } } }
          }
        }
      }
      """
    Then the response is a success
    Given these documents in "books":
      | _id | author                          |
      | 1   | {"home": {"town": "new york"}}  |
      | 2   | {"home": {"town": "new haven"}} |
    When the client searches "books" with:
      """json
      { "query": { "term": { "author.home.town": "new york" } } }
      """
    Then the hits are "1"

  @index.type-nested
  Scenario: A nested field accepts an array of objects
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "code": { "type": "keyword" },
            "authors": { "type": "nested", "properties": { "name": { "type": "keyword" } } }
          }
        }
      }
      """
    When the client indexes the document "1" in "books":
      """json
      { "code": "x", "authors": [{ "name": "woolf" }, { "name": "forster" }] }
      """
    Then the response is a success
    And the documents of "books" are visible
    And the client searches "books" with:
      """json
      { "query": { "term": { "code": "x" } } }
      """
    And the hits are "1"
    And "hits.hits.0._source.authors" is [{"name": "woolf"}, {"name": "forster"}]

  @index.type-numeric-others
  Scenario Outline: Support for the type <type>
    Given the unused name "books"
    When the client creates the index "books" with:
      """json
      { "mappings": { "properties": { "pages": { "type": "<type>" } } } }
      """
    Then it is recorded how the server answers

    Examples:
      | type   |
      | long   |
      | short  |
      | byte   |
      | double |
      | float  |
