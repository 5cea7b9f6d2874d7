Feature: Slices of a scroll or a point in time
  A search with `slice` returns a part of the hits; all slices together return all hits.

  @slice.scroll-union-complete
  Scenario Outline: The <max> slices of a scroll together return every document
    Given an index "books"
    And 30 numbered documents in "books"
    When the client walks <max> slices of a scroll over "books" with:
      """
      { "size": 50 }
      """
    Then the pages hold 30 different documents

    Examples:
      | max |
      | 2   |
      | 3   |

  @slice.scroll-union-complete
  Scenario Outline: The <max> slices of a scroll together return every document, whatever its id is
    Given an index "books"
    And these documents in "books":
      | _id                | n  |
      | virginia-woolf     | 1  |
      | jane-austen        | 2  |
      | george-eliot       | 3  |
      | emily-bronte       | 4  |
      | mary-shelley       | 5  |
      | katherine-mansfield | 6 |
      | elizabeth-gaskell  | 7  |
      | ann-radcliffe      | 8  |
      | ÄÖÜ                | 9  |
      | 日本               | 10 |
      | 😀😀😀             | 11 |
      | 0                  | 12 |
    When the client walks <max> slices of a scroll over "books" with:
      """
      { "size": 50 }
      """
    Then the pages hold 12 different documents

    Examples:
      | max |
      | 2   |
      | 3   |
      | 16  |
      | 33  |

  @slice.scroll-slices-disjoint
  Scenario: No document is in two slices of a scroll
    Given an index "books"
    And 30 numbered documents in "books"
    When the client walks 3 slices of a scroll over "books" with:
      """
      { "size": 50 }
      """
    Then no document is in two slices

  @slice.scroll-query-applies
  Scenario: The slices of a scroll contain only matches of its query
    Given an index "books"
    And 12 numbered documents in "books"
    When the client walks 2 slices of a scroll over "books" with:
      """
      { "size": 20, "query": { "range": { "n": { "gte": 8 } } } }
      """
    Then the pages hold "8, 9, 10, 11, 12" in any order

  @slice.later-batches-stay-in-slice
  Scenario Outline: Later batches of <body> are in the same slice as the first
    Given an index "books"
    And 20 numbered documents in "books"
    When the client walks 2 slices of a scroll over "books" with:
      """
      <body>
      """
    Then no document is in two slices
    And the pages hold 20 different documents

    Examples:
      | body                                                                    |
      | { "size": 2 }                                                           |
      | { "size": 2, "sort": [{ "_doc": "asc" }] }                              |
      | { "size": 2, "sort": [{ "n": "desc" }] }                                |
      | { "size": 3, "sort": [{ "word": "asc" }, { "n": "desc" }] }             |
      | { "size": 2, "query": { "range": { "n": { "gte": 1 } } } }              |

  @slice.slices-read-in-turn
  Scenario: Slices that are open at the same time do not affect each other
    Given an index "books"
    And 20 numbered documents in "books"
    When the client walks 2 slices of a scroll over "books" in turn with:
      """
      { "size": 2 }
      """
    Then the pages hold 20 different documents
    And no document is on two pages

  @slice.one-shard-is-split
  Scenario: An index of one shard is split
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 1 } }
      """
    And 60 numbered documents in "books"
    When the client walks 2 slices of a scroll over "books" with:
      """
      { "size": 100 }
      """
    Then every slice holds documents

  @slice.membership-repeatable
  Scenario: A slice that is opened again contains the same documents
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 1 } }
      """
    And 20 numbered documents in "books"
    When the client walks 2 slices of a scroll over "books" with:
      """
      { "size": 50 }
      """
    And the client walks 2 slices of a scroll over "books" with:
      """
      { "size": 50 }
      """
    Then every slice holds the same documents as before

  @slice.finer-slices-nest
  Scenario: On one shard, each of four slices is a part of one of two
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 1 } }
      """
    And 40 numbered documents in "books"
    When the client walks 2 slices of a scroll over "books" with:
      """
      { "size": 50 }
      """
    And the client walks 4 slices of a scroll over "books" with:
      """
      { "size": 50 }
      """
    Then every slice holds a part of its slice in the walk before

  @slice.same-id-same-slice
  Scenario: On one shard, the slice of a document depends on its id only
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 1 } }
      """
    And 20 numbered documents in "books"
    And an index "papers" with:
      """
      { "settings": { "number_of_shards": 1 } }
      """
    And these documents in "papers":
      | _id | m  |
      | 20  | 20 |
      | 19  | 19 |
      | 18  | 18 |
      | 17  | 17 |
      | 16  | 16 |
      | 15  | 15 |
      | 14  | 14 |
      | 13  | 13 |
      | 12  | 12 |
      | 11  | 11 |
      | 10  | 10 |
      | 9   | 9 |
      | 8   | 8 |
      | 7   | 7 |
      | 6   | 6 |
      | 5   | 5 |
      | 4   | 4 |
      | 3   | 3 |
      | 2   | 2 |
      | 1   | 1 |
    When the client walks 3 slices of a scroll over "books" with:
      """
      { "size": 50 }
      """
    And the client walks 3 slices of a scroll over "papers" with:
      """
      { "size": 50 }
      """
    Then every slice holds the same documents as before

  @slice.whole-shards-first
  Scenario: As many slices as shards are the shards
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 3, "number_of_replicas": 0 } }
      """
    And 30 numbered documents in "books"
    When the client walks 3 slices of a scroll over "books" with:
      """
      { "size": 50 }
      """
    And the client sends GET "/_cat/shards/$books?format=json&h=index,shard,prirep,docs"
    Then every slice holds as many documents as a shard

  @slice.routing-key-in-one-slice
  Scenario: As many slices as shards do not divide the documents of a routing key
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 2 } }
      """
    And these documents in "books":
      | _id | _routing | n |
      | a1  | north    | 1 |
      | a2  | north    | 2 |
      | a3  | north    | 3 |
      | a4  | north    | 4 |
      | b1  | south    | 5 |
      | b2  | south    | 6 |
      | b3  | south    | 7 |
      | b4  | south    | 8 |
    When the client walks 2 slices of a scroll over "books" with:
      """
      { "size": 50 }
      """
    Then the pages hold "a1, a2, a3, a4, b1, b2, b3, b4" in any order
    And each row is in one slice:
      | a1 | a2 | a3 | a4 |
      | b1 | b2 | b3 | b4 |

  Scenario Outline: <max> slices of <count> documents in <shards> shards cover each once
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": <shards> } }
      """
    And <count> numbered documents in "books"
    When the client walks <max> slices of a scroll over "books" with:
      """
      { "size": 50 }
      """
    Then the pages hold <count> different documents
    And no document is in two slices

    Examples:
      | clause                        | shards | max | count |
      | slice.more-shards-than-slices | 5      | 2   | 30    |
      | slice.more-slices-than-shards | 2      | 5   | 30    |
      | slice.more-slices-than-shards | 3      | 4   | 30    |
      | slice.more-slices-than-shards | 1      | 7   | 3     |
      | slice.more-slices-than-shards | 2      | 7   | 3     |

  @slice.point-in-time-union-complete
  Scenario: The slices of a point in time together return every document
    Given an index "books"
    And 210 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client walks 3 slices of the point in time with:
      """
      { "size": 50, "sort": [{ "_shard_doc": "asc" }], "track_total_hits": false }
      """
    Then the pages hold 210 different documents

  @slice.point-in-time-slices-disjoint
  Scenario: No document is in two slices of a point in time
    Given an index "books"
    And 30 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client walks 3 slices of the point in time with:
      """
      { "size": 4, "sort": [{ "n": "asc" }] }
      """
    Then no document is in two slices

  @slice.id-not-below-max
  Scenario: The response to a slice number that is not below the number of slices
    Given an index "books"
    And 3 numbered documents in "books"
    When the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "slice": { "id": 2, "max": 2 } }
      """
    Then it is recorded how the server answers

  @slice.max-of-one
  Scenario: The response to a single slice
    Given an index "books"
    And 3 numbered documents in "books"
    When the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "slice": { "id": 0, "max": 1 } }
      """
    Then it is recorded how the server answers

  @slice.without-scroll-or-point-in-time
  Scenario: The response to a slice of a plain search
    Given an index "books"
    And 3 numbered documents in "books"
    When the client searches "books" with:
      """
      { "slice": { "id": 0, "max": 2 } }
      """
    Then it is recorded how the server answers
