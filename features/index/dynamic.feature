Feature: Fields that are not in the mapping (`dynamic`)
  `dynamic` true, the default, adds them. What false and strict do is specified for the targets of `copy_to` only.

  Scenario Outline: A new field is added when `dynamic` is <dynamic>
    Given an index "books" with:
      """json
      { "mappings": { <member>"properties": { "title": { "type": "text" } } } }
      """
    When the client indexes the document "1" in "books":
      """json
      { "title": "Orlando", "pages": 333, "place": "london" }
      """
    Then the response is a success
    And the client indexes the document "2" in "books":
      """json
      { "title": "Orlando", "pages": 12, "place": "rome" }
      """
    And the documents of "books" are visible
    And the client searches "books" with:
      """json
      { "query": { "term": { "pages": 333 } } }
      """
    And the hits are "1"
    And the client searches "books" with:
      """json
      { "query": { "match": { "place": { "query": "rome" } } } }
      """
    And the hits are "2"

    Examples:
      | clause                | dynamic   | member           |
      | index.dynamic-default | not given |                  |
      | index.dynamic-true    | true      | "dynamic": true, |

  @index.dynamic-default
  Scenario: A field that a document adds is a column of later queries
    Given an index "books" with:
      """json
      { "mappings": { "properties": { "title": { "type": "keyword" } } } }
      """
    And the document "1" in "books":
      """json
      { "title": "Orlando" }
      """
    And the client queries:
      """
      FROM $books | SORT title | LIMIT 10
      """
    And there is 1 row
    And the document "2" in "books":
      """json
      { "title": "Emma", "pages": 333 }
      """
    When the client queries:
      """
      FROM $books | WHERE pages == 333 | KEEP title | LIMIT 10
      """
    Then the rows are:
      | title |
      | Emma  |

  @index.dynamic-false-documents
  Scenario Outline: The hits of <query> after a document with new fields, if `dynamic` is false
    Given an index "books" with:
      """json
      { "mappings": { "dynamic": false, "properties": { "title": { "type": "text" } } } }
      """
    And the document "1" in "books":
      """json
      { "title": "Orlando", "pages": 333, "printed": { "place": "london" } }
      """
    When the client searches "books" with:
      """json
      { "query": <query> }
      """
    Then it is recorded how many hits there are
    And it is recorded what "hits.hits.0._source" is

    Examples:
      | query                                   |
      | { "match": { "title": { "query": "orlando" } } }     |
      | { "term": { "pages": 333 } }            |
      | { "match": { "printed.place": { "query": "london" } } } |

  @index.dynamic-strict-documents
  Scenario: The response to a document with a new field, if `dynamic` is strict
    Given an index "books" with:
      """json
      { "mappings": { "dynamic": "strict", "properties": { "title": { "type": "text" } } } }
      """
    When the client indexes the document "1" in "books":
      """json
      { "title": "Orlando", "pages": 333 }
      """
    Then it is recorded how the server answers
