Feature: Batches of a scroll
  The contents of the first response and of each later one.

  @scroll.first-response-has-scroll-id
  Scenario: The first response contains the id of the scroll
    Given an index "books"
    And 3 numbered documents in "books"
    When the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "size": 2 }
      """
    Then the response is a success
    And "_scroll_id" is a string

  @scroll.later-response-has-scroll-id
  Scenario: A later response also contains an id
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books" with size 2, kept for "1m"
    When the client continues the scroll, kept for "1m"
    Then there is 1 hit
    And "_scroll_id" is a string
    When the client continues the scroll, kept for "1m"
    Then there are 0 hits
    And "_scroll_id" is a string

  @scroll.no-scroll-id-without-scroll
  Scenario: A search that opens no scroll returns no id of one
    Given an index "books"
    And 3 numbered documents in "books"
    When the client searches "books"
    Then there are 3 hits
    And "_scroll_id" is a nothing|null

  @scroll.size-bounds-first-batch
  Scenario Outline: The first batch contains <hits> hits for a size of <size>
    Given an index "books"
    And 5 numbered documents in "books"
    When the client opens a scroll over "books" with size <size>, kept for "1m"
    Then there are <hits> hits

    Examples:
      | size | hits |
      | 2    | 2    |
      | 5    | 5    |
      | 9    | 5    |

  @scroll.size-bounds-later-batches
  Scenario: Every later batch has the size of the first, except the last, which contains the remaining hits
    Given an index "books"
    And 11 numbered documents in "books"
    And a scroll over "books" with size 4, kept for "1m"
    When the client walks the scroll to its end
    Then the pages hold "4, 4, 3" hits

  @scroll.size-bounds-later-batches
  Scenario: Every later batch has the size of the first, also if that is above the default
    Given an index "books"
    And 25 numbered documents in "books"
    And a scroll over "books" with size 12, kept for "1m"
    When the client walks the scroll to its end
    Then the pages hold "12, 12, 1" hits

  @scroll.size-bounds-later-batches
  Scenario: The size applies to a batch over two indices as a whole, not to each index
    Given the unused name "all"
    And an index "books" with:
      """
      { "aliases": { "$all": {} } }
      """
    And an index "papers" with:
      """
      { "aliases": { "$all": {} } }
      """
    And 5 numbered documents in "books"
    And 4 numbered documents in "papers"
    And a scroll over "all" with size 4, kept for "1m"
    When the client walks the scroll to its end
    Then the pages hold "4, 4, 1" hits

  @scroll.size-default
  Scenario: Without a size, a batch contains ten hits
    Given an index "books"
    And 21 numbered documents in "books"
    And a scroll over "books", kept for "1m" with:
      """
      {}
      """
    When the client walks the scroll to its end
    Then the pages hold "10, 10, 1" hits

  @scroll.size-above-window
  Scenario: The response to a scroll with a size above the result window
    Given an index "books" with:
      """
      { "settings": { "index.max_result_window": 10 } }
      """
    When the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "size": 11 }
      """
    Then it is recorded how the server answers

  @scroll.query-restricts-every-batch
  Scenario: The query applies to later batches as well
    Given an index "books"
    And 8 numbered documents in "books"
    And a scroll over "books", kept for "1m" with:
      """
      { "size": 1, "query": { "range": { "n": { "gte": 6 } } } }
      """
    When the client walks the scroll to its end
    Then the pages hold "6, 7, 8" in any order

  @scroll.query-restricts-every-batch
  Scenario Outline: The query <query> applies to every batch
    Given an index "books" with:
      """
      {
        "mappings": {
          "properties": {
            "title": { "type": "text" }, "shelf": { "type": "keyword" }, "pages": { "type": "integer" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | title              | shelf | pages |
      | a   | the house in paris | north | 9     |
      | b   | house of mirth     | south | 10    |
      | c   | tales of paris     | east  | 11    |
      | d   | orlando            | north | 12    |
    When the client opens a scroll over "books", kept for "1m" with:
      """
      { "size": 1, "query": <query> }
      """
    And the client walks the scroll to its end
    Then the pages hold "<hits>" in any order

    Examples:
      | query                                                                   | hits    |
      | { "range": { "pages": { "gte": 10, "lte": 11 } } }                      | b, c    |
      | { "term": { "shelf": "north" } }                                        | a, d    |
      | { "term": { "pages": 10 } }                                             | b       |
      | { "terms": { "shelf": ["north", "south"] } }                            | a, b, d |
      | { "terms": { "pages": [9, 12] } }                                       | a, d    |
      | { "match": { "title": { "query": "paris house", "operator": "and" } } } | a       |
      | { "match": { "title": { "query": "paris house", "operator": "or" } } }  | a, b, c |

  @scroll.sort-orders-across-batches
  Scenario Outline: The sort <sort> orders the hits across batches
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | shelf | pages |
      | a   | east  | 5     |
      | b   | west  | 9     |
      | c   | east  | 7     |
      | d   | west  | 1     |
    When the client opens a scroll over "books", kept for "1m" with:
      """
      { "size": 1, "sort": <sort> }
      """
    And the client walks the scroll to its end
    Then the pages hold "<hits>"

    Examples:
      | sort                                      | hits       |
      | [{ "shelf": "desc" }, { "pages": "asc" }] | d, b, a, c |
      | [{ "pages": { "order": "desc" } }]        | b, c, a, d |

  @scroll.every-match-returned
  Scenario Outline: A scroll over texts that differ only at their end, or in letters beyond U+FFFF, <order>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | title |
      | a | the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letter one |
      | b | the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letter two |
      | c | the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letter three |
      | d | the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letter |
      | e | 😀 |
      | f | 😁 |
      | g | 😀😁 |
      | h | ～ |
      | i | 日本 |
    When the client opens a scroll over "books", kept for "1m" with:
      """
      { "sort": [{ "title": "<order>" }], "size": 1 }
      """
    And the client walks the scroll to its end
    Then the pages hold "a, b, c, d, e, f, g, h, i" in any order
    And no document is on two pages

    Examples:
      | order |
      | asc   |
      | desc  |

  @scroll.sort-orders-across-batches
  Scenario: The sort order continues over documents that became visible one after the other
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books", one after the other:
      | _id | shelf | pages |
      | a   | east  | 5     |
      | b   | west  | 9     |
      | c   | east  | 7     |
      | d   | west  | 1     |
      | e   | east  | 6     |
    When the client opens a scroll over "books", kept for "1m" with:
      """
      { "size": 2, "sort": [{ "shelf": "asc" }, { "pages": "desc" }] }
      """
    And the client walks the scroll to its end
    Then the pages hold "c, e, a, b, d"

  @scroll.sort-orders-across-batches
  Scenario: The sort order continues from batch to batch
    Given the unused name "all"
    And an index "books" with:
      """
      { "mappings": { "properties": { "rank": { "type": "integer" } } }, "aliases": { "$all": {} } }
      """
    And these documents in "books":
      | _id | rank |
      | a   | 40   |
      | b   | 10   |
      | c   | 60   |
    And an index "papers" with:
      """
      { "mappings": { "properties": { "rank": { "type": "integer" } } }, "aliases": { "$all": {} } }
      """
    And these documents in "papers":
      | _id | rank |
      | d   | 30   |
      | e   | 50   |
      | f   | 20   |
    And a scroll over "all", kept for "1m" with:
      """
      { "size": 2, "sort": [{ "rank": "desc" }] }
      """
    When the client walks the scroll to its end
    Then the pages hold "c, e, a, d, f, b"

  @scroll.sort-by-doc
  Scenario Outline: A scroll sorted by _doc, given as <sort>, returns every match
    Given an index "books"
    And 5 numbered documents in "books"
    When the client opens a scroll over "books", kept for "1m" with:
      """
      { "size": 2, "sort": <sort> }
      """
    And the client walks the scroll to its end
    Then the pages hold "1, 2, 3, 4, 5" in any order

    Examples:
      | sort                |
      | ["_doc"]            |
      | [{ "_doc": "asc" }] |

  @scroll.every-match-returned @scroll.size-bounds-later-batches
  Scenario: Scrolls that are read to their ends return every match, by few hits at once or by more than a hundred
    Given an index "books"
    And 310 numbered documents in "books"
    And a scroll over "books" with size 24, kept for "1m"
    When the client walks the scroll to its end
    Then the pages hold 310 different documents
    When the client opens a scroll over "books" with size 105, kept for "1m"
    And the client walks the scroll to its end
    Then the pages hold "105, 105, 100" hits
    And the pages hold 310 different documents

  @scroll.every-match-returned
  Scenario Outline: Two scrolls of the same search do not affect each other: <body>
    Given an index "books"
    And 5 numbered documents in "books"
    And a scroll over "books", kept for "1m" with:
      """
      <body>
      """
    And the scroll is kept as "first"
    And the hits are "<first>"
    When the client opens a scroll over "books", kept for "1m" with:
      """
      <body>
      """
    Then the hits are "<first>"
    When the client continues the scroll, kept for "1m"
    Then the hits are "<second>"
    When the client returns to the scroll "first"
    And the client continues the scroll, kept for "1m"
    Then the hits are "<second>"
    When the client continues the scroll, kept for "1m"
    Then the hits are "<third>"

    Examples:
      | body                                                                                    | first | second | third |
      | { "size": 2, "sort": [{ "n": "asc" }] }                                                 | 1, 2  | 3, 4   | 5     |
      | { "size": 1, "sort": [{ "n": "desc" }], "query": { "range": { "n": { "gte": 3 } } } }   | 5     | 4      | 3     |

  @scroll.every-match-returned
  Scenario: A scroll over two indices returns the matches of both
    Given the unused name "all"
    And an index "books" with:
      """
      { "aliases": { "$all": {} } }
      """
    And an index "papers" with:
      """
      { "aliases": { "$all": {} } }
      """
    And 7 numbered documents in "books"
    And 6 numbered documents in "papers"
    And a scroll over "all" with size 3, kept for "1m"
    When the client walks the scroll to its end
    Then the pages hold 13 different documents

  @scroll.no-match-repeated
  Scenario: No document is returned twice in one scroll
    Given an index "books" with:
      """
      { "mappings": { "properties": { "word": { "type": "keyword" } } } }
      """
    And 20 numbered documents in "books"
    And a scroll over "books", kept for "1m" with:
      """
      { "size": 3, "sort": [{ "word": "asc" }] }
      """
    When the client walks the scroll to its end
    Then no document is on two pages

  @scroll.aggregations-in-first-response
  Scenario: The first response contains the requested aggregations
    Given an index "books"
    And 5 numbered documents in "books"
    When the client opens a scroll over "books", kept for "1m" with:
      """
      { "size": 2, "aggs": { "highest": { "max": { "field": "n" } } } }
      """
    Then "aggregations.highest.value" is 5

  @scroll.aggregations-not-in-later-responses
  Scenario: Later responses contain no aggregations
    Given an index "books"
    And 5 numbered documents in "books"
    And a scroll over "books", kept for "1m" with:
      """
      { "size": 2, "aggs": { "highest": { "max": { "field": "n" } } } }
      """
    When the client continues the scroll, kept for "1m"
    Then there are 2 hits
    And "aggregations" is a nothing|null
    When the client continues the scroll, kept for "1m"
    Then there is 1 hit
    And "aggregations" is a nothing|null
    When the client continues the scroll, kept for "1m"
    Then there are 0 hits
    And "aggregations" is a nothing|null

  @scroll.reaches-beyond-window
  Scenario: The batches of a scroll reach beyond the result window
    Given an index "books" with:
      """
      { "settings": { "index.max_result_window": 10 } }
      """
    And 13 numbered documents in "books"
    And a scroll over "books", kept for "1m" with:
      """
      { "size": 5, "sort": [{ "n": "asc" }] }
      """
    When the client walks the scroll to its end
    Then the pages hold "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13"
