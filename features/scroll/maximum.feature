@global
Feature: Maximum of open scroll contexts
  The service limits the number of open scroll contexts, and can release all of them at once.

  Every scenario begins without open contexts, and uses an index of one shard, in which a scroll is one context.

  Background:
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 1 } }
      """
    And 3 numbered documents in "books"
    And the client sends DELETE "/_search/scroll/_all"

  @scroll.clear-all
  Scenario Outline: One request releases all open contexts, including the <which> of three
    Given a scroll over "books" with size 1, kept for "1m"
    And the scroll is kept as "first"
    And the unused name "all"
    And an index "songs" with:
      """
      { "aliases": { "$all": {} } }
      """
    And an index "films" with:
      """
      { "aliases": { "$all": {} } }
      """
    And 24 numbered documents in "films"
    And a scroll over "all" with size 1, kept for "1m"
    And the scroll is kept as "second"
    And a scroll over "films", kept for "1m" with:
      """
      { "size": 1, "sort": [{ "n": "asc" }], "slice": { "id": 1, "max": 2 } }
      """
    And the scroll is kept as "third"
    When the client sends DELETE "/_search/scroll/_all"
    Then the response is a success
    When the client returns to the scroll "<which>"
    And the client continues the scroll, kept for "1m"
    Then the request is refused or has no hits

    Examples:
      | which  |
      | first  |
      | second |
      | third  |

  @scroll.context-maximum-default @scroll.context-maximum-refused
  Scenario: Five hundred contexts can be open at the same time, and one more is refused
    When the client opens 500 scrolls over "books"
    Then the response is a success
    When the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "size": 1 }
      """
    Then the request is refused

  @scroll.context-maximum-counts-open-only
  Scenario: After one context is cleared, another can be opened
    Given at most 10 contexts can be open, if the maximum can be set
    And the client opens as many scrolls over "books" as can be open
    And the client deletes the scroll
    When the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "size": 1 }
      """
    Then the response is a success

  @scroll.context-maximum-setting
  Scenario: As many contexts can be open beside a point in time as without it
    Given at most 10 contexts can be open, if the maximum can be set
    And a point in time over "books", kept for "1m"
    And the client opens two fewer scrolls over "books" than can be open
    When the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "size": 1 }
      """
    Then the response is a success
    When the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "size": 1 }
      """
    Then the response is a success

  @scroll.context-maximum-counts-open-only
  Scenario: After a request without a keep time has released one context, another can be opened
    Given at most 10 contexts can be open, if the maximum can be set
    And the client opens as many scrolls over "books" as can be open
    And the client continues the scroll
    When the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "size": 1 }
      """
    Then the response is a success

  @scroll.context-maximum-counts-open-only
  Scenario Outline: After a context that was at its end is released, another can be opened: <request>
    Given at most 10 contexts can be open, if the maximum can be set
    And the client opens as many scrolls over "books" as can be open
    And the client continues the scroll, kept for "1m"
    And the client continues the scroll, kept for "1m"
    And the client continues the scroll, kept for "1m"
    And "hits.hits" is []
    And the client <request>
    When the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "size": 1 }
      """
    Then the response is a success

    Examples:
      | request              |
      | continues the scroll |
      | deletes the scroll   |

  @scroll.context-maximum-counts-open-only
  Scenario: A search that was refused for the maximum leaves room for another after one context is cleared
    Given at most 10 contexts can be open, if the maximum can be set
    And the client opens as many scrolls over "books" as can be open
    And the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "size": 1 }
      """
    And the request is refused
    And the client deletes the scroll
    When the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "size": 1 }
      """
    Then the response is a success

  @scroll.context-maximum-counts-open-only
  Scenario: After the keep time of one context is over, another can be opened
    Given at most 10 contexts can be open, if the maximum can be set
    And a scroll over "books" with size 1, kept for "30m"
    And the scroll is kept as "oldest"
    And the client opens two fewer scrolls over "books" than can be open
    And a scroll over "books" with size 1, kept for "1s"
    And the keep time of "1s" runs out
    When the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "size": 1 }
      """
    Then the response is a success
    When the client returns to the scroll "oldest"
    And the client continues the scroll, kept for "1m"
    Then the response is a success
    And there is 1 hit

  @scroll.context-maximum-setting
  Scenario: The cluster setting lowers the maximum
    Given the cluster setting "search.max_open_scroll_context" is "3"
    When the client opens 3 scrolls over "books"
    And the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "size": 1 }
      """
    Then the request is refused

  @scroll.context-maximum-setting
  Scenario: The cluster setting raises the maximum
    Given the cluster setting "search.max_open_scroll_context" is "510"
    When the client opens 505 scrolls over "books"
    Then the response is a success

  @scroll.context-maximum-status
  Scenario: The response to a search that would exceed the maximum
    Given at most 10 contexts can be open, if the maximum can be set
    And the client opens as many scrolls over "books" as can be open
    When the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "size": 1 }
      """
    Then it is recorded how the server answers
