Feature: Point in time
  A point in time is opened, searched and removed; while it is open, it shows what was searchable when it was opened.

  @point-in-time.open-returns-id
  Scenario: Opening a point in time returns its id
    Given an index "books"
    And 2 numbered documents in "books"
    When the client sends POST "/$books/_pit?keep_alive=1m"
    Then the response is a success
    And "id" is a string

  @point-in-time.open-returns-shards
  Scenario: The response to opening a point in time describes the shards
    Given an index "books"
    And 2 numbered documents in "books"
    When the client sends POST "/$books/_pit?keep_alive=1m"
    Then the response is a success
    And "_shards" is an object

  @point-in-time.open-without-keep-alive
  Scenario: The response to opening a point in time without a keep time
    Given an index "books"
    When the client wrongly sends POST "/$books/_pit"
    Then it is recorded how the server answers

  @point-in-time.open-on-missing-index
  Scenario: The response to opening a point in time on a missing index
    Given the unused name "nowhere"
    When the client sends POST "/$nowhere/_pit?keep_alive=1m"
    Then it is recorded how the server answers

  @point-in-time.search-extends-retention
  Scenario: A search with a keep time extends the retention
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "2s"
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id", "keep_alive": "10m" } }
      """
    Then there are 3 hits
    When "pit_id" is kept as "pit_id"
    And the keep time of "2s" runs out
    And the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then there are 3 hits

  @point-in-time.open-until-keep-time-is-over
  Scenario: A point in time that is kept for some seconds is still open after a few of them
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "20s"
    When "3s" pass
    And the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then there are 3 hits

  @point-in-time.open-until-keep-time-is-over
  Scenario Outline: A point in time that is kept for <time> is open until then
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "<time>"
    When "<later>" pass
    And the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then there are 3 hits

    Examples:
      | time | later |
      | 10m  | 8m    |
      | 1h   | 50m   |

  # The specification has no longest keep time: a server that refuses one is not judged by it.
  @point-in-time.open-until-keep-time-is-over
  Scenario Outline: A point in time is open until the most recent keep time is over: <first>, then <second>
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "<first>"
    And "8m" pass
    And the client searches without a target with:
      """
      { "pit": { "keep_alive": "<second>", "id": "$pit_id" } }
      """
    And the response is a success
    And "pit_id" is kept as "pit_id"
    When "25m" pass
    And the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then there are 3 hits

    Examples:
      | first    | second    |
      | 10m      | 30m       |
      | 1h       | 1h        |
      | 600s     | 1800s     |
      | 600000ms | 1800000ms |

  @point-in-time.search-without-keep-alive
  Scenario: A search does not need a keep time
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then there are 3 hits

  @point-in-time.search-without-keep-alive-retention
  Scenario: The retention after a search without a keep time
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "1s"
    And the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    And "pit_id" is kept as "pit_id"
    And the keep time of "1s" runs out
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then it is recorded how the server answers

  @point-in-time.retention-over
  Scenario: The response to a search after the keep time
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "1s"
    And the keep time of "1s" runs out
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then it is recorded how the server answers

  @point-in-time.delete-removes
  Scenario: A removed point in time no longer returns hits
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client sends DELETE "/_pit" with:
      """
      { "id": "$pit_id" }
      """
    Then the response is a success
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then the request is refused or has no hits

  @point-in-time.delete-removes
  Scenario: A point in time that a search has extended is removed
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    And the client searches without a target with:
      """
      { "pit": { "id": "$pit_id", "keep_alive": "5m" }, "sort": [{ "n": "asc" }], "size": 2 }
      """
    And the hits are "1, 2"
    And "pit_id" is kept as "latest"
    When the client sends DELETE "/_pit" with:
      """
      { "id": "$latest" }
      """
    Then the response is a success
    When the client searches without a target with:
      """
      { "pit": { "id": "$latest" } }
      """
    Then the request is refused or has no hits

  @point-in-time.delete-removes
  Scenario: Two requests remove two points in time
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    And the point in time is kept as "first"
    And the document "4" in "books":
      """
      { "n": 4 }
      """
    And a point in time over "books", kept for "1m"
    When the client sends DELETE "/_pit" with:
      """
      { "id": "$first" }
      """
    And the client sends DELETE "/_pit" with:
      """
      { "id": "$pit_id" }
      """
    Then the response is a success
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then the request is refused or has no hits

  @point-in-time.delete-leaves-others
  Scenario: Removing one point in time does not close another
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    And the point in time is kept as "kept"
    And the document "4" in "books":
      """
      { "n": 4 }
      """
    And a point in time over "books", kept for "1m"
    When the client deletes the point in time
    And the client searches without a target with:
      """
      { "pit": { "id": "$kept" } }
      """
    Then the hits are "1, 2, 3" in any order

  @point-in-time.delete-response
  Scenario: The response to a removal
    Given an index "books"
    And a point in time over "books", kept for "1m"
    When the client deletes the point in time
    Then it is recorded how the server answers

  @point-in-time.delete-twice
  Scenario: The response to a second removal
    Given an index "books"
    And a point in time over "books", kept for "1m"
    And the client deletes the point in time
    When the client deletes the point in time
    Then it is recorded how the server answers

  @point-in-time.removed-status
  Scenario: The response to a search in a removed point in time
    Given an index "books"
    And a point in time over "books", kept for "1m"
    And the client deletes the point in time
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then it is recorded how the server answers
