Feature: Writing a document (endpoints of lifecycle policies, index settings and mappings, no. 3)
  `PUT /<index>/_doc/<id>` indexes a document, `GET /<index>/_search` finds it. No call makes writes visible at once.

  @index.put-document
  Scenario: A written document is eventually found, with its id and its fields
    Given an index "books"
    When the client indexes the document "a-1" in "books":
      """json
      { "title": "Orlando", "pages": 333, "tags": ["novel", "time"], "printed": { "place": "london" } }
      """
    Then the response is a success
    And the documents of "books" are visible
    And the client sends GET "/$books/_search"
    And the hits are "a-1"
    And "hits.hits.0._source" is {"title": "Orlando", "pages": 333, "tags": ["novel", "time"], "printed": {"place": "london"}}

  @index.put-document
  Scenario: A document is found with values of every kind at every depth
    Given an index "books"
    When the client indexes the document "1" in "books":
      """json
      { "lent": true, "price": 1.5, "code": "12", "note": null,
        "printed": { "year": 1928, "weight": 0.25, "first": false, "code": "7", "note": null, "places": ["london", "rome"],
          "by": { "number": 3, "share": 0.5, "name": "Hogarth", "old": true, "note": null, "code": "9", "years": [1917, 1946],
            "in": { "street": "Paradise Road", "number": 34, "width": 2.5, "open": false, "note": null, "code": "5" } } } }
      """
    Then the response is a success
    And the documents of "books" are visible
    And the client searches "books"
    And the hits are "1"
    And "hits.hits.0._source.lent" is true
    And "hits.hits.0._source.price" is 1.5
    And "hits.hits.0._source.code" is "12"
    And "hits.hits.0._source.note" is a null
    And "hits.hits.0._source.printed" is {"year": 1928, "weight": 0.25, "first": false, "code": "7", "note": null, "places": ["london", "rome"], "by": {"number": 3, "share": 0.5, "name": "Hogarth", "old": true, "note": null, "code": "9", "years": [1917, 1946], "in": {"street": "Paradise Road", "number": 34, "width": 2.5, "open": false, "note": null, "code": "5"}}}

  @index.put-document-again-replaces
  Scenario: A second document with the same id replaces the first
    Given an index "books"
    And the document "1" in "books":
      """json
      { "colour": "red", "pages": 333 }
      """
    When the client indexes the document "1" in "books":
      """json
      { "colour": "blue" }
      """
    Then the response is a success
    And the documents of "books" are visible
    And the client searches "books" with:
      """json
      { "query": { "match": { "colour": { "query": "blue" } } } }
      """
    And the hits are "1"
    And the client searches "books" with:
      """json
      { "query": { "match": { "colour": { "query": "red" } } } }
      """
    And there are 0 hits
    And the client searches "books" with:
      """json
      { "query": { "term": { "pages": 333 } } }
      """
    And there are 0 hits

  @index.put-document-again-single
  Scenario: An id that is written three times is one document
    Given an index "books"
    And these documents in "books":
      | _id | pages |
      | 1   | 10    |
      | 2   | 20    |
    And these documents in "books":
      | _id | pages |
      | 1   | 11    |
    And these documents in "books":
      | _id | pages |
      | 1   | 12    |
    When the client searches "books"
    Then the hits are "1, 2" in any order

  @index.multi-valued-field
  Scenario Outline: Each value of an array finds the document (<value>)
    Given an index "books" with:
      """json
      { "mappings": { "properties": { "tag": { "type": "keyword" }, "year": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | tag                        | year         |
      | 1   | ["novel", "time", "satire"] | [1928, 1929] |
      | 2   | ["essay"]                  | 1930         |
    When the client searches "books" with:
      """json
      { "query": { "term": { "<field>": <value> } } }
      """
    Then the hits are "1"

    Examples:
      | field | value    |
      | tag   | "novel"  |
      | tag   | "time"   |
      | tag   | "satire" |
      | year  | 1928     |
      | year  | 1929     |

  @index.document-response
  Scenario: The response to the writing of a document
    Given an index "books"
    When the client indexes the document "1" in "books":
      """json
      { "title": "Orlando" }
      """
    Then it is recorded how the server answers

  @index.document-visibility-delay
  Scenario: The visibility of a document immediately after it was written
    Given an index "books"
    When the client indexes the document "1" in "books":
      """json
      { "title": "Orlando" }
      """
    And the client searches "books"
    Then it is recorded how many hits there are
