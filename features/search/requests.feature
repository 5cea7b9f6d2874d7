Feature: Search requests
  The search endpoint with and without a target, and a search without a query.

  @search.get-with-target
  Scenario: A search on a target finds the documents of that target only
    Given an index "books"
    And an index "books2"
    And these documents in "books":
      | _id | title       |
      | 1   | Orlando     |
      | 2   | Middlemarch |
    And these documents in "books2":
      | _id | title   |
      | 3   | Orlando |
    When the client searches "books"
    Then the hits are "1, 2" in any order
    And in every hit "_index" is "$books"

  @search.get-with-target
  Scenario Outline: Searches after a refused one are answered as before: <what>
    Given an index "books"
    And 3 numbered documents in "books"
    And the client wrongly sends GET "/$books/_search" with:
      """
      <body>
      """
    When the client searches "books"
    Then the hits are "1, 2, 3" in any order
    When the client searches "books" with:
      """
      { "sort": [{ "n": "desc" }], "size": 2 }
      """
    Then the hits are "3, 2"

    Examples:
      | what                         | body                                                         |
      | a page beyond the window     | { "from": 9991, "size": 10 }                                 |
      | a later page that skips hits | { "sort": [{ "n": "asc" }], "search_after": [1], "from": 1 } |

  @search.get-without-target
  Scenario: A search without a target finds documents of all indices
    Given the unused name "mark"
    And an index "books" with:
      """
      { "mappings": { "properties": { "scenario_mark": { "type": "keyword" } } } }
      """
    And an index "papers" with:
      """
      { "mappings": { "properties": { "scenario_mark": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | scenario_mark |
      | 1   | $mark         |
      | 2   | elsewhere     |
    And these documents in "papers":
      | _id | scenario_mark |
      | 3   | $mark         |
    When the client searches without a target with:
      """
      { "query": { "term": { "scenario_mark": "$mark" } } }
      """
    Then the hits are "1, 3" in any order

  @search.response-is-json
  Scenario: The body of the response is JSON
    Given an index "books"
    And 2 numbered documents in "books"
    When the client searches "books"
    Then the response is a success
    And the response body is JSON

  @search.response-is-json
  Scenario Outline: The body of a batch of a scroll, read by <method>, is JSON
    Given an index "books"
    And 2 numbered documents in "books"
    When the client opens a scroll over "books" with size 1, kept for "1m"
    Then the response body is JSON
    When the client sends <method> "/_search/scroll" with:
      """
      { "scroll": "1m", "scroll_id": "$scroll_id" }
      """
    Then the response is a success
    And the response body is JSON

    Examples:
      | method |
      | GET    |
      | POST   |

  @search.response-is-json
  Scenario: The body of the response to a search in a point in time is JSON
    Given an index "books"
    And 2 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client sends GET "/_search" with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then the response is a success
    And the response body is JSON

  @search.missing-target
  Scenario: The response to a search on an index that does not exist
    Given the unused name "books"
    When the client searches "books"
    Then it is recorded how the server answers

  @search.get-without-target @alone
  Scenario: A search needs neither a target nor a body
    Given an index "books"
    And 3 numbered documents in "books"
    When the client searches without a target
    Then the response is a success
    And "hits.hits" is an array

  @search.by-post
  Scenario: Support for searches by POST
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    Then it is recorded how the server answers these requests:
      | what               | request              | body                                                      |
      | a target           | POST /$books/_search | { "size": 1, "sort": [{ "n": "asc" }] }                   |
      | without a body     | POST /$books/_search |                                                           |
      | no target          | POST /_search        | { "query": { "term": { "_id": "$books" } } }              |
      | in a point in time | POST /_search        | { "pit": { "id": "$pit_id" }, "sort": [{ "n": "desc" }] } |

  @search.target-list
  Scenario: Support for lists of targets
    Given an index "books"
    And an index "papers"
    And these documents in "books":
      | _id | n |
      | 1   | 1 |
    And these documents in "papers":
      | _id | n |
      | 2   | 2 |
    Then it is recorded how the server answers these requests:
      | what            | request                                 | body                         |
      | a search        | GET /$books,$papers/_search             | { "sort": [{ "n": "asc" }] } |
      | a scroll        | POST /$books,$papers/_search?scroll=1m  | { "sort": [{ "n": "asc" }] } |
      | a point in time | POST /$books,$papers/_pit?keep_alive=1m |                              |

  @search.no-query-matches-all
  Scenario Outline: A search with <body> matches every document
    Given an index "books"
    And 6 numbered documents in "books"
    When the client searches "books" with:
      """
      <body>
      """
    Then the hits are "1, 2, 3, 4, 5, 6" in any order

    Examples:
      | body           |
      | {}             |
      | { "size": 10 } |

  @search.no-query-matches-all
  Scenario: A search without a body matches every document
    Given an index "books"
    And 4 numbered documents in "books"
    When the client searches "books"
    Then the hits are "1, 2, 3, 4" in any order

  @search.track-total-hits-false
  Scenario: Without tracking, the exact total of hits is not returned in a point in time
    Given an index "books"
    And 7 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { "track_total_hits": false, "size": 3, "sort": [{ "_shard_doc": "asc" }], "pit": { "id": "$pit_id" } }
      """
    Then there are 3 hits
    And no exact total of 7 hits is given

  @search.track-total-hits-false
  Scenario Outline: Without tracking, the exact total of hits is not returned beside <size> hits <with>
    Given an index "books"
    And 7 numbered documents in "books"
    When the client searches "books" with:
      """
      { "track_total_hits": false, "size": <size><members> }
      """
    Then there are <size> hits
    And no exact total of 7 hits is given

    Examples:
      | size | with           | members                                         |
      | 3    |                |                                                 |
      | 0    |                |                                                 |
      | 3    | of a query     | , "query": { "range": { "n": { "gte": 1 } } }   |
      | 3    | in order       | , "sort": [{ "n": "asc" }]                      |
      | 3    | of a next page | , "sort": [{ "n": "asc" }], "search_after": [1] |

  @search.track-total-hits-true
  Scenario: With tracking, the hits are the same
    Given an index "books"
    And 5 numbered documents in "books"
    When the client searches "books" with:
      """
      { "track_total_hits": true, "size": 3, "sort": [{ "n": "desc" }] }
      """
    Then the hits are "5, 4, 3"
