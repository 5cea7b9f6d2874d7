Feature: Scroll and clear-scroll requests
  How a scroll is opened, continued and released over HTTP.

  # Not continued: other users of the server may delete an index of theirs meanwhile.
  @alone @scroll.open-by-get-without-target
  Scenario: A scroll without a target covers all indices
    Given an index "books" with:
      """
      { "mappings": { "properties": { "scenario_mark": { "type": "keyword" } } } }
      """
    And an index "papers" with:
      """
      { "mappings": { "properties": { "scenario_mark": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | scenario_mark |
      | 1   | $books        |
    And these documents in "papers":
      | _id | scenario_mark |
      | 2   | $books        |
      | 3   | $books        |
      | 4   | other         |
    When the client sends GET "/_search?scroll=1m" with:
      """
      { "size": 3, "query": { "term": { "scenario_mark": "$books" } } }
      """
    Then there are 3 hits
    And "_scroll_id" is a string

  Scenario Outline: The next batch is read by <method>
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books", kept for "1m" with:
      """
      { "size": 2, "sort": [{ "n": "asc" }] }
      """
    When the client sends <method> "/_search/scroll" with:
      """
      { "scroll": "1m", "scroll_id": "$scroll_id" }
      """
    Then the hits are "3"

    Examples:
      | clause                  | method |
      | scroll.continue-by-post | POST   |
      | scroll.continue-by-get  | GET    |

  @scroll.continue-stays-in-target
  Scenario: A scroll request covers only the target of the opening search
    Given an index "books"
    And an index "papers"
    And 3 numbered documents in "books"
    And these documents in "papers":
      | _id | n |
      | p1  | 1 |
      | p2  | 2 |
      | p3  | 3 |
    And a scroll over "books" with size 1, kept for "1m"
    When the client opens a scroll over "papers" with size 1, kept for "1m"
    And the client walks the scroll to its end
    Then the pages hold "p1, p2, p3" in any order

  @scroll.clear-by-id
  Scenario: A clear request with an id in the body releases its context
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books" with size 1, kept for "1m"
    When the client sends DELETE "/_search/scroll" with:
      """
      { "scroll_id": "$scroll_id" }
      """
    Then the response is a success
    When the client continues the scroll, kept for "1m"
    Then the request is refused or has no hits

  @scroll.clear-by-id
  Scenario: Two requests release two contexts
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "first"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "second"
    When the client sends DELETE "/_search/scroll" with:
      """
      { "scroll_id": "$first" }
      """
    And the client sends DELETE "/_search/scroll" with:
      """
      { "scroll_id": "$second" }
      """
    Then the response is a success
    When the client returns to the scroll "second"
    And the client continues the scroll, kept for "1m"
    Then the request is refused or has no hits

  @scroll.clear-by-id-list
  Scenario Outline: A clear request with an array of ids releases the <which> context
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "first"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "second"
    When the client sends DELETE "/_search/scroll" with:
      """
      { "scroll_id": ["$first", "$second"] }
      """
    Then the response is a success
    When the client returns to the scroll "<which>"
    And the client continues the scroll, kept for "1m"
    Then the request is refused or has no hits

    Examples:
      | which  |
      | first  |
      | second |

  @scroll.clear-by-id-list
  Scenario Outline: A clear request with twelve ids releases the <which> context
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "first"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "second"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "third"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "fourth"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "fifth"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "sixth"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "seventh"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "eighth"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "ninth"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "tenth"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "eleventh"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "twelfth"
    When the client sends DELETE "/_search/scroll" with:
      """
      { "scroll_id": ["$first", "$second", "$third", "$fourth", "$fifth", "$sixth", "$seventh", "$eighth", "$ninth", "$tenth",
          "$eleventh", "$twelfth"] }
      """
    Then the response is a success
    When the client returns to the scroll "<which>"
    And the client continues the scroll, kept for "1m"
    Then the request is refused or has no hits

    Examples:
      | which    |
      | tenth    |
      | twelfth  |

  Scenario Outline: A clear request with an id <place> releases its context
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books" with size 1, kept for "1m"
    When the client sends DELETE "<path>"
    Then the response is a success
    When the client continues the scroll, kept for "1m"
    Then the request is refused or has no hits

    Examples:
      | clause                       | place               | path                                 |
      | scroll.clear-by-path         | in the path         | /_search/scroll/$scroll_id           |
      | scroll.clear-by-query-string | in the query string | /_search/scroll?scroll_id=$scroll_id |

  @scroll.clear-by-path-list
  Scenario Outline: A clear request with ids in the path releases the <which> context
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "first"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "second"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "third"
    When the client sends DELETE "/_search/scroll/$first,$second,$third"
    Then the response is a success
    When the client returns to the scroll "<which>"
    And the client continues the scroll, kept for "1m"
    Then the request is refused or has no hits

    Examples:
      | which  |
      | first  |
      | second |
      | third  |

  @scroll.clear-leaves-other-contexts
  Scenario: Clearing one scroll does not close another
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books", kept for "1m" with:
      """
      { "size": 1, "sort": [{ "n": "asc" }] }
      """
    And the scroll is kept as "kept"
    And a scroll over "books" with size 1, kept for "1m"
    When the client deletes the scroll
    And the client returns to the scroll "kept"
    And the client continues the scroll, kept for "1m"
    Then the hits are "2"

  @scroll.clear-leaves-other-contexts
  Scenario Outline: Clearing scrolls by ids <place> does not close another
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books", kept for "1m" with:
      """
      { "size": 1, "sort": [{ "n": "asc" }] }
      """
    And the scroll is kept as "kept"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "first"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "second"
    When the client sends DELETE "<path>"
    Then the response is a success
    When the client returns to the scroll "kept"
    And the client continues the scroll, kept for "1m"
    Then the hits are "2"

    Examples:
      | place               | path                               |
      | in the path         | /_search/scroll/$first,$second     |
      | in the query string | /_search/scroll?scroll_id=$second  |

  @scroll.clear-leaves-other-contexts
  Scenario: Clearing scrolls by a list of ids does not close another
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books", kept for "1m" with:
      """
      { "size": 1, "sort": [{ "n": "asc" }] }
      """
    And the scroll is kept as "kept"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "first"
    And a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "second"
    When the client sends DELETE "/_search/scroll" with:
      """
      { "scroll_id": ["$first", "$second"] }
      """
    Then the response is a success
    When the client returns to the scroll "kept"
    And the client continues the scroll, kept for "1m"
    Then the hits are "2"

  @scroll.clear-response
  Scenario: The response to a clear request
    Given an index "books"
    And a scroll over "books" with size 1, kept for "1m"
    When the client deletes the scroll
    Then it is recorded how the server answers

  @scroll.clear-twice
  Scenario: The response to a second clear request for the same id
    Given an index "books"
    And a scroll over "books" with size 1, kept for "1m"
    And the client deletes the scroll
    When the client deletes the scroll
    Then it is recorded how the server answers

  @scroll.continue-with-index-in-path
  Scenario: The response to a scroll request whose path names an index
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books" with size 1, kept for "1m"
    When the client wrongly sends POST "/$books/_search/scroll" with:
      """
      { "scroll": "1m", "scroll_id": "$scroll_id" }
      """
    Then it is recorded how the server answers
