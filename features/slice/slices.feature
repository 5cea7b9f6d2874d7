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
      { "size": 20, "query": { "range": { "n": { "gt": 7 } } } }
      """
    Then the pages hold "8, 9, 10, 11, 12" in any order

  @slice.later-batches-stay-in-slice
  Scenario: Later batches are in the same slice as the first
    Given an index "books"
    And 20 numbered documents in "books"
    When the client walks 2 slices of a scroll over "books" with:
      """
      { "size": 2 }
      """
    Then no document is in two slices
    And the pages hold 20 different documents

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

  Scenario Outline: <max> slices of an index of <shards> shards cover every document once
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": <shards> } }
      """
    And 30 numbered documents in "books"
    When the client walks <max> slices of a scroll over "books" with:
      """
      { "size": 50 }
      """
    Then the pages hold 30 different documents
    And no document is in two slices

    Examples:
      | clause                        | shards | max |
      | slice.more-shards-than-slices | 5      | 2   |
      | slice.more-slices-than-shards | 2      | 5   |
      | slice.more-slices-than-shards | 3      | 4   |

  @slice.point-in-time-union-complete
  Scenario: The slices of a point in time together return every document
    Given an index "books"
    And 30 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client walks 3 slices of the point in time with:
      """
      { "size": 50, "sort": [{ "_shard_doc": "asc" }] }
      """
    Then the pages hold 30 different documents

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
