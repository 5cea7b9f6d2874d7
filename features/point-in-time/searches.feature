Feature: Searches in a point in time
  The documents that a search in a point in time sees, and the members of its response.

  @point-in-time.covers-whole-target
  Scenario: A point in time covers every document of its target
    Given the unused name "all"
    And an index "books" with:
      """
      { "aliases": { "$all": {} } }
      """
    And 4 numbered documents in "books"
    And an index "papers" with:
      """
      { "aliases": { "$all": {} } }
      """
    And these documents in "papers":
      | _id | n |
      | p1  | 1 |
      | p2  | 2 |
    And a point in time over "all", kept for "1m"
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then the hits are "1, 2, 3, 4, p1, p2" in any order

  @point-in-time.covers-target-only
  Scenario: A point in time covers no index outside its target
    Given an index "papers2"
    And 3 numbered documents in "papers2"
    And an index "papers"
    And these documents in "papers":
      | _id | n |
      | p1  | 1 |
      | p2  | 2 |
    And a point in time over "papers", kept for "1m"
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then the hits are "p1, p2" in any order

  @point-in-time.search-without-target
  Scenario: A search in a point in time names no target in its path
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client sends GET "/_search" with:
      """
      { "query": { "range": { "n": { "gte": 2 } } }, "pit": { "id": "$pit_id" } }
      """
    Then the hits are "2, 3" in any order

  @point-in-time.search-with-target
  Scenario: The response to a search with both a point in time and a target
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client searches "books" with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then it is recorded how the server answers

  @point-in-time.unknown-id
  Scenario: The response to a search with an id that was never issued
    When the client searches without a target with:
      """
      { "pit": { "id": "bm90IGFuIGlkIG9mIGFueSBwb2ludA==" } }
      """
    Then it is recorded how the server answers

  @point-in-time.snapshot-keeps-replaced-documents
  Scenario: A document replaced after opening is returned in its old version
    Given an index "books"
    And these documents in "books":
      | _id | state  |
      | 1   | before |
      | 2   | before |
    And a point in time over "books", kept for "1m"
    And the document "1" in "books":
      """
      { "state": "after" }
      """
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then there are 2 hits
    And in every hit "_source.state" is "before"

  @point-in-time.snapshot-hides-added-documents
  Scenario: A document added after opening is not returned
    Given an index "books"
    And 2 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    And the document "3" in "books":
      """
      { "n": 3 }
      """
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then the hits are "1, 2" in any order

  @point-in-time.snapshot-hides-added-documents
  Scenario: Two points in time that are searched in turn show their own documents
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    And the point in time is kept as "earlier"
    And the document "4" in "books":
      """
      { "n": 4 }
      """
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then the hits are "1, 2, 3, 4" in any order
    When the client searches without a target with:
      """
      { "pit": { "id": "$earlier" } }
      """
    Then the hits are "1, 2, 3" in any order
    When "pit_id" is kept as "earlier"
    And the client searches without a target with:
      """
      { "pit": { "id": "$earlier" } }
      """
    Then the hits are "1, 2, 3" in any order

  @point-in-time.snapshot-keeps-deleted-documents
  Scenario: A document deleted after opening is still returned
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    And the client deletes the document "2" in "books"
    And the documents of "books" are visible
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then the hits are "1, 2, 3" in any order

  @point-in-time.snapshot-keeps-deleted-documents
  Scenario: Documents deleted before opening stay away, and one deleted after opening is still returned
    Given an index "books"
    And 4 numbered documents in "books"
    And the client deletes the document "1" in "books"
    And the documents of "books" are visible
    And a point in time over "books", kept for "1m"
    And the client deletes the document "3" in "books"
    And the documents of "books" are visible
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then the hits are "2, 3, 4" in any order

  @point-in-time.response-has-pit-id
  Scenario Outline: The response contains the id of the point in time, with <found> hits
    Given an index "books"
    And 2 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { <others> "pit": { "id": "$pit_id" } }
      """
    Then there are <found> hits
    And "pit_id" is a string

    Examples:
      | others                         | found |
      |                                | 2     |
      | "size": 0,                     | 0     |
      | "query": { "range": { "n": { "gte": 7 } } }, | 0     |

  @point-in-time.no-pit-id-without-point-in-time
  Scenario: A search outside a point in time returns no id of one
    Given an index "books"
    And 3 numbered documents in "books"
    When the client searches "books"
    Then there are 3 hits
    And "pit_id" is a nothing|null

  @point-in-time.latest-id-searchable
  Scenario: The id in a response refers to the same point in time
    Given an index "books"
    And 2 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    And the document "3" in "books":
      """
      { "n": 3 }
      """
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    And "pit_id" is kept as "latest"
    And the client searches without a target with:
      """
      { "pit": { "id": "$latest", "keep_alive": "1m" } }
      """
    Then the hits are "1, 2" in any order
