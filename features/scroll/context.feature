Feature: Search context of a scroll
  A search with a keep time opens a context; the effect of later requests depends on its state.

  @scroll.open
  Scenario: A search with a keep time opens a context from which the next batch is read
    Given an index "books"
    And 5 numbered documents in "books"
    When the client opens a scroll over "books", kept for "1m" with:
      """
      { "size": 3, "sort": [{ "n": "asc" }] }
      """
    And the client continues the scroll, kept for "1m"
    Then the hits are "4, 5"

  @scroll.snapshot-keeps-replaced-documents
  Scenario: A document replaced after opening is returned in its old version in later batches
    Given an index "books"
    And these documents in "books":
      | _id | n | state  |
      | 1   | 1 | before |
      | 2   | 2 | before |
      | 3   | 3 | before |
    And a scroll over "books", kept for "1m" with:
      """
      { "size": 1, "sort": [{ "n": "asc" }] }
      """
    And the document "3" in "books":
      """
      { "n": 3, "state": "after" }
      """
    When the client continues the scroll, kept for "1m"
    And the client continues the scroll, kept for "1m"
    Then the hits are "3"
    And "hits.hits.0._source.state" is "before"

  @scroll.snapshot-hides-added-documents
  Scenario: A document added after opening is in no batch
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books" with size 1, kept for "1m"
    And the document "4" in "books":
      """
      { "n": 4 }
      """
    When the client walks the scroll to its end
    Then the pages hold "1, 2, 3" in any order

  @scroll.snapshot-keeps-deleted-documents
  Scenario: A document deleted after opening is still in a batch
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books", kept for "1m" with:
      """
      { "size": 1, "sort": [{ "n": "asc" }] }
      """
    And the client deletes the document "3" in "books"
    And the documents of "books" are visible
    When the client walks the scroll to its end
    Then the pages hold "1, 2, 3"

  @scroll.snapshot-keeps-deleted-documents
  Scenario: Documents deleted before opening stay away, and one deleted after opening is still in a batch
    Given an index "books"
    And 4 numbered documents in "books"
    And the client deletes the document "1" in "books"
    And the documents of "books" are visible
    And a scroll over "books", kept for "1m" with:
      """
      { "size": 1, "sort": [{ "n": "asc" }] }
      """
    And the client deletes the document "3" in "books"
    And the documents of "books" are visible
    When the client walks the scroll to its end
    Then the pages hold "2, 3, 4"

  @scroll.continue-with-keep-time-stays-open
  Scenario: A scroll request with a keep time keeps the context open
    Given an index "books"
    And 5 numbered documents in "books"
    And a scroll over "books", kept for "1m" with:
      """
      { "size": 2, "sort": [{ "n": "asc" }] }
      """
    When the client continues the scroll, kept for "1m"
    Then the hits are "3, 4"
    When the client continues the scroll, kept for "1m"
    Then the hits are "5"

  @scroll.continue-with-keep-time-renews-expiry
  Scenario: The keep time of a scroll request replaces the previous one
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books", kept for "2s" with:
      """
      { "size": 1, "sort": [{ "n": "asc" }] }
      """
    When the client continues the scroll, kept for "10m"
    Then the hits are "2"
    When the keep time of "2s" runs out
    And the client continues the scroll, kept for "1m"
    Then the hits are "3"

  @scroll.continue-without-keep-time-releases
  Scenario: A scroll request without a keep time is answered, and the context is released
    Given an index "books"
    And 5 numbered documents in "books"
    And a scroll over "books", kept for "1m" with:
      """
      { "size": 1, "sort": [{ "n": "asc" }] }
      """
    When the client continues the scroll
    Then the hits are "2"
    When the client continues the scroll, kept for "1m"
    Then the request is refused or has no hits

  @scroll.continue-without-keep-time-releases
  Scenario: A scroll request by GET without a keep time releases the context, too
    Given an index "books"
    And 5 numbered documents in "books"
    And a scroll over "books", kept for "1m" with:
      """
      { "size": 1, "sort": [{ "n": "asc" }] }
      """
    When the client sends GET "/_search/scroll" with:
      """
      { "scroll_id": "$scroll_id" }
      """
    Then the hits are "2"
    When the client continues the scroll, kept for "1m"
    Then the request is refused or has no hits

  @scroll.continue-without-keep-time-releases-shards
  Scenario Outline: A scroll over <shards> shards is released by a request without a keep time
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": <shards> } }
      """
    And 20 numbered documents in "books"
    And a scroll over "books" with size 2, kept for "1m"
    When the client continues the scroll
    Then there are 2 hits
    When the client continues the scroll, kept for "1m"
    Then the request is refused or has no hits

    Examples:
      | shards |
      | 2      |
      | 3      |

  @scroll.expiry-releases
  Scenario Outline: A context whose keep time of <time> has passed returns no further hits
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books" with size 1, kept for "<time>"
    When the keep time of "<time>" runs out
    And the client continues the scroll, kept for "1m"
    Then the request is refused or has no hits

    Examples:
      | time  |
      | 1s    |
      | 900ms |

  @scroll.expiry-releases
  Scenario: A context that was continued expires when the latest keep time has passed
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books" with size 1, kept for "1s"
    And the client continues the scroll, kept for "1s"
    And there is 1 hit
    When the keep time of "1s" runs out
    And the client continues the scroll, kept for "1m"
    Then the request is refused or has no hits

  @scroll.continue-with-shorter-keep-time
  Scenario: A shorter keep time replaces a longer one
    Given an index "books"
    And 5 numbered documents in "books"
    And a scroll over "books" with size 1, kept for "10m"
    And the client continues the scroll, kept for "10m"
    And the client continues the scroll, kept for "1s"
    And there is 1 hit
    When the keep time of "1s" runs out
    And the client continues the scroll, kept for "1m"
    Then the request is refused or has no hits

  @scroll.open-until-keep-time-is-over
  Scenario: A context that is kept for some seconds is still open after a few of them
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books", kept for "20s" with:
      """
      { "size": 1, "sort": [{ "n": "asc" }] }
      """
    When "3s" pass
    And the client continues the scroll, kept for "20s"
    Then the hits are "2"
    When "3s" pass
    And the client continues the scroll, kept for "20s"
    Then the hits are "3"

  @scroll.open-until-keep-time-is-over
  Scenario Outline: A context that is kept for <time> is open until then
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books", kept for "<time>" with:
      """
      { "size": 1, "sort": [{ "n": "asc" }] }
      """
    When "<later>" pass
    And the client continues the scroll, kept for "1m"
    Then the hits are "2"

    Examples:
      | time | later |
      | 10m  | 8m    |
      | 1h   | 50m   |

  # The specification has neither a longest keep time nor a shortest: a server that refuses one is not judged by it.
  @scroll.open-until-keep-time-is-over
  Scenario Outline: A context is open until the most recent keep time is over: <first>, then <second>
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books", kept for "<first>" with:
      """
      { "size": 1, "sort": [{ "n": "asc" }] }
      """
    And "8m" pass
    And the client continues the scroll, kept for "<second>"
    And the response is a success
    When "25m" pass
    And the client continues the scroll, kept for "1m"
    Then the hits are "3"

    Examples:
      | first    | second    |
      | 10m      | 30m       |
      | 1h       | 1h        |
      | 600s     | 1800s     |
      | 600000ms | 1800000ms |

  @scroll.open-until-keep-time-is-over
  Scenario: A context that was continued by GET is open until the keep time is over
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books", kept for "1m" with:
      """
      { "size": 1, "sort": [{ "n": "asc" }] }
      """
    And the client sends GET "/_search/scroll" with:
      """
      { "scroll": "10m", "scroll_id": "$scroll_id" }
      """
    And the response is a success
    And "_scroll_id" is kept as "scroll_id"
    When "8m" pass
    And the client continues the scroll, kept for "1m"
    Then the hits are "3"

  @scroll.expiry-releases
  Scenario: A context that was continued by GET expires when the keep time has passed
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books" with size 1, kept for "1s"
    When the client sends GET "/_search/scroll" with:
      """
      { "scroll": "1s", "scroll_id": "$scroll_id" }
      """
    Then there is 1 hit
    When "_scroll_id" is kept as "scroll_id"
    And the keep time of "1s" runs out
    And the client continues the scroll, kept for "1m"
    Then the request is refused or has no hits

  @alone @scroll.open-until-keep-time-is-over
  Scenario: A context without a target is open until the keep time is over
    Given an index "books" with:
      """
      { "mappings": { "properties": { "scenario_mark": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | scenario_mark |
      | 1   | $books        |
      | 2   | $books        |
    And the client sends GET "/_search?scroll=10m" with:
      """
      { "size": 1, "query": { "term": { "scenario_mark": "$books" } } }
      """
    And the response is a success
    And "_scroll_id" is kept as "scroll_id"
    When "8m" pass
    And the client continues the scroll, kept for "1m"
    Then there is 1 hit

  @alone @scroll.expiry-releases
  Scenario: A context without a target expires when the keep time has passed
    Given an index "books" with:
      """
      { "mappings": { "properties": { "scenario_mark": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | scenario_mark |
      | 1   | $books        |
      | 2   | $books        |
    And the client sends GET "/_search?scroll=1s" with:
      """
      { "size": 1, "query": { "term": { "scenario_mark": "$books" } } }
      """
    And there is 1 hit
    And "_scroll_id" is kept as "scroll_id"
    When the keep time of "1s" runs out
    And the client continues the scroll, kept for "1m"
    Then the request is refused or has no hits

  @scroll.released-context-status
  Scenario: The response to a scroll request on a released context
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books" with size 1, kept for "1m"
    And the client deletes the scroll
    When the client continues the scroll, kept for "1m"
    Then it is recorded how the server answers

  @scroll.unknown-id-status
  Scenario: The response to a scroll request with an id that was never issued
    When the client sends POST "/_search/scroll" with:
      """
      { "scroll": "1m", "scroll_id": "bm90IGFuIGlkIG9mIGFueSBzY3JvbGw=" }
      """
    Then it is recorded how the server answers

  @scroll.end-returns-empty-hits
  Scenario: A scroll request after the last match returns an empty list
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books" with size 2, kept for "1m"
    When the client continues the scroll, kept for "1m"
    Then there is 1 hit
    When the client continues the scroll, kept for "1m"
    Then the response is a success
    And "hits.hits" is []

  @scroll.end-keeps-context-open
  Scenario: A context that was read to its end is still open
    Given an index "books"
    And 2 numbered documents in "books"
    And a scroll over "books" with size 2, kept for "1m"
    When the client continues the scroll, kept for "1m"
    And the client continues the scroll, kept for "1m"
    Then the response is a success
    And "hits.hits" is []
