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
  Scenario Outline: A document is found with the id <id>
    Given an index "books"
    # The specification does not say which letters an id may have.
    And the client indexes the document '<id>' in "books":
      """json
      { "title": "Orlando" }
      """
    And the response is a success
    When the documents of "books" are visible
    And the client searches "books"
    Then "hits.hits.0._id" is <as JSON>
    And there is 1 hit

    Examples:
      | id       | as JSON       |
      | a"b"c    | "a\\"b\\"c"   |
      | a/b      | "a/b"         |
      | a b+c&d% | "a b+c&d%"    |
      | Köln     | "Köln"        |

  @index.put-document
  Scenario: A document is found with values of every kind at every depth
    Given an index "books"
    When the client indexes the document "1" in "books":
      """json
      { "lent": true, "price": 1.5, "code": "12", "note": null, "lines": [], "pages": [7], "blank": "", "cafe\u0301": 1,
        "printed": { "year": 1928, "weight": 0.25, "first": false, "code": "7", "note": null, "places": ["london", "rome"],
          "by": { "number": 3, "share": 0.5, "name": "  Hogarth  Press ", "old": true, "note": null, "code": "9", "years": [1917, 1946],
            "in": { "street": "Paradise Road", "number": 34, "width": 2.5, "open": false, "note": null, "code": "5", "none": {}, "at": { "of": { "room": 6 } } } } } }
      """
    Then the response is a success
    And the documents of "books" are visible
    And the client searches "books"
    And the hits are "1"
    And "hits.hits.0._source.lent" is true
    And "hits.hits.0._source.price" is 1.5
    And "hits.hits.0._source.code" is "12"
    And "hits.hits.0._source.note" is a null
    And "hits.hits.0._source.lines" is []
    And "hits.hits.0._source.pages" is [7]
    And "hits.hits.0._source.blank" is ""
    And "hits.hits.0._source.café" is 1
    And "hits.hits.0._source.printed" is {"year": 1928, "weight": 0.25, "first": false, "code": "7", "note": null, "places": ["london", "rome"], "by": {"number": 3, "share": 0.5, "name": "  Hogarth  Press ", "old": true, "note": null, "code": "9", "years": [1917, 1946], "in": {"street": "Paradise Road", "number": 34, "width": 2.5, "open": false, "note": null, "code": "5", "none": {}, "at": {"of": {"room": 6}}}}}

  @index.put-document @index.put-document-again-replaces
  Scenario: Documents that became visible one after the other are searched together
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "text" }, "tag": { "type": "keyword" }, "n": { "type": "integer" },
        "day": { "type": "date" } } } }
      """
    And these documents in "books":
      | _id | title           | tag            | n  | day        |
      | a   | The green house | ["new", "red"] | 7  | 2024-01-07T00:00:00Z |
      | b   | A house         | red            | 12 | 2024-01-12T00:00:00Z |
      | c   | Green and old   | old            | 3  | 2024-01-03T00:00:00Z |
    When these documents in "books", one after the other:
      | _id | title           | tag            | n  | day        |
      | d   | The lake        |                | 9  | 2024-01-09T00:00:00Z |
      | e   | A green lake    | red            | 1  |            |
      | f   |                 | ["old", "red"] | 11 | 2024-01-11T00:00:00Z |
      | c   | The mill        | blue           | 4  | 2024-01-04T00:00:00Z |
      | g   | Mill and lake   | old            | 6  | 2024-01-06T00:00:00Z |
      | h   | An old house    | ["new", "old"] | 2  | 2024-01-02T00:00:00Z |
      | i   | House of green  | blue           | 10 | 2024-01-10T00:00:00Z |
      | j   | The mill house  | new            | 5  |            |
      | k   | Old mill        | red            | 8  | 2024-01-08T00:00:00Z |
      | l   | A green mill    | old            | 13 | 2024-01-13T00:00:00Z |
    And the client searches "books" with:
      """
      { "query": { "match": { "title": { "query": "green" } } }, "sort": [{ "n": "asc" }] }
      """
    Then the hits are "e, a, i, l"
    And the client searches "books" with:
      """
      { "query": { "match": { "title": { "query": "mill house", "operator": "and" } } } }
      """
    And the hits are "j"
    And the client searches "books" with:
      """
      { "query": { "term": { "tag": "old" } }, "sort": [{ "n": "desc" }] }
      """
    And the hits are "l, f, g, h"
    And the client searches "books" with:
      """
      { "query": { "terms": { "tag": ["blue", "new"] } }, "sort": [{ "n": "asc" }] }
      """
    And the hits are "h, c, j, a, i"
    And the client searches "books" with:
      """
      { "query": { "range": { "n": { "gte": 3, "lte": 8 } } }, "sort": [{ "n": "desc" }] }
      """
    And the hits are "k, a, g, j, c"
    And the client searches "books" with:
      """
      { "query": { "range": { "day": { "gte": "2024-01-08T00:00:00Z", "lte": "2024-01-12T00:00:00Z" } } }, "sort": [{ "day": "asc" }] }
      """
    And the hits are "k, d, i, f, b"
    And the client searches "books" with:
      """
      { "query": { "terms": { "n": [1, 4, 8, 10, 12, 13] } }, "sort": [{ "tag": "asc" }, { "n": "asc" }] }
      """
    And the hits are "c, i, l, e, k, b"

  @index.put-document-again-replaces
  Scenario: A second document with the same id replaces the first
    Given an index "books" with:
      """json
      { "mappings": { "properties": { "colour": { "type": "keyword" }, "pages": { "type": "integer" } } } }
      """
    And the document "1" in "books":
      """json
      { "colour": "red", "pages": 333, "printed": { "year": 1928, "in": { "street": "Paradise Road" } } }
      """
    When the client indexes the document "1" in "books":
      """json
      { "colour": "blue", "printed": { "in": {} } }
      """
    Then the response is a success
    And the documents of "books" are visible
    And the client searches "books" with:
      """json
      { "query": { "terms": { "colour": ["blue"] } } }
      """
    And the hits are "1"
    And "hits.hits.0._source.printed" is {"in": {}}
    And the client searches "books" with:
      """json
      { "query": { "terms": { "colour": ["red"] } } }
      """
    And there are 0 hits
    And the client searches "books" with:
      """json
      { "query": { "terms": { "pages": [333] } } }
      """
    And there are 0 hits

  @index.put-document-again-replaces
  Scenario: Searches that were sent before a document was replaced find the new one
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "keyword" }, "n": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | n | title       |
      | 1   | 1 | Orlando     |
      | 2   | 2 | The Leopard |
    And the client searches "books" with:
      """
      { "query": { "term": { "title": "Orlando" } } }
      """
    And the hits are "1"
    And the client searches "books" with:
      """
      { "sort": [{ "n": "asc" }], "size": 1 }
      """
    And the hits are "1"
    When the document "1" in "books":
      """
      { "title": "Middlemarch", "n": 3 }
      """
    And the client searches "books" with:
      """
      { "query": { "term": { "title": "Orlando" } } }
      """
    Then there are 0 hits
    When the client searches "books" with:
      """
      { "sort": [{ "n": "asc" }], "size": 1 }
      """
    Then the hits are "2"

  @index.put-document
  Scenario Outline: A document without values is found beside others: <document>
    Given an index "books"
    And 2 numbered documents in "books"
    And the client indexes the document "none" in "books":
      """
      <document>
      """
    And the response is a success
    When the documents of "books" are visible
    And the client searches "books"
    Then the hits are "1, 2, none" in any order

    Examples:
      | document                      |
      | {}                            |
      | { "n": null }                 |
      | { "word": [] }                |
      | { "n": [null], "word": null } |

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

  @index.put-document-again-single
  Scenario: An id that is written three times before a search is one document
    Given an index "books"
    And 2 numbered documents in "books"
    When the client indexes the document "3" in "books":
      """
      { "n": 3 }
      """
    Then the response is a success
    When the client indexes the document "3" in "books":
      """
      { "n": 4 }
      """
    Then the response is a success
    When the client indexes the document "3" in "books":
      """
      { "n": 5 }
      """
    Then the response is a success
    And the documents of "books" are visible
    And the client searches "books" with:
      """
      { "sort": [{ "n": "asc" }] }
      """
    And the hits are "1, 2, 3"
    And "hits.hits.2._source.n" is 5

  @index.multi-valued-field
  Scenario Outline: Each value of an array finds the document (<value>)
    Given an index "books" with:
      """json
      { "mappings": { "properties": { "tag": { "type": "keyword" }, "year": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | tag                         | year         |
      | 1   | ["novel", "time", "satire"] | [1928, 1929] |
      | 2   | ["essay"]                   | 1930         |
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
