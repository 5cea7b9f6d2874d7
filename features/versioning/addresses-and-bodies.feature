Feature: The base address and the bodies, and unspecified behaviour of versions

  @versioning.base-address
  Scenario: Writing and searching have paths below the base address
    Given the unused name "books"
    When the client creates the index "books" with:
      """json
      {}
      """
    And the client indexes the document "1" in "books":
      """json
      { "title": "Orlando" }
      """
    And the client sends GET "/$books/_search"
    Then none of the requests is refused

  @versioning.base-address
  Scenario: The calls for scrolls have paths below the base address
    Given an index "books"
    And 2 numbered documents in "books"
    When the client opens a scroll over "books" with size 1, kept for "1m"
    And the client continues the scroll, kept for "1m"
    And the client deletes the scroll
    Then none of the requests is refused

  @versioning.base-address
  Scenario: The calls for points in time have paths below the base address
    Given an index "books"
    And 2 numbered documents in "books"
    When the client opens a point in time over "books", kept for "1m"
    And the client deletes the point in time
    Then none of the requests is refused

  @versioning.request-bodies-are-json
  Scenario Outline: The body of a search by <method> is accepted
    Given an index "books" with:
      """
      { "mappings": { "properties": { "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | pages |
      | 1   | 100   |
      | 2   | 200   |
      | 3   | 300   |
    When the client sends <method> "<path>" with:
      """json
      { "query": { "range": { "pages": { "gte": 200 } } }, "sort": [{ "pages": "desc" }], "size": 1 }
      """
    Then the response is a success
    And the hits are "3"

    Examples:
      | method | path                            |
      | GET    | /$books/_search                 |
      | POST   | /$books/_search?scroll=1m       |

  @versioning.request-bodies-are-json
  Scenario: The bodies of write requests are accepted
    Given the unused name "books"
    When the client creates the index "books" with:
      """json
      { "mappings": { "dynamic": false, "properties": { "title": { "type": "keyword" } } } }
      """
    And the client indexes the document "1" in "books":
      """json
      { "title": "Орландо “ü” \u00e9 \ud83d\ude00" }
      """
    Then none of the requests is refused
    And the documents of "books" are visible
    And the client searches "books" with:
      """json
      { "query": { "term": { "title": "Орландо “ü” é 😀" } } }
      """
    And the hits are "1"

  @versioning.request-bodies-are-json
  Scenario: The bodies of requests to continue and to clear a scroll are accepted
    Given an index "books"
    And 3 numbered documents in "books"
    And a scroll over "books" with size 2, kept for "1m"
    When the client continues the scroll, kept for "1m"
    Then the response is a success
    And there is 1 hit
    And the client deletes the scroll
    And the response is a success

  @versioning.request-bodies-are-json
  Scenario: The body of a request to close a point in time is accepted
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client deletes the point in time
    Then the response is a success

  @versioning.response-bodies-are-json
  Scenario: The responses of searches are JSON
    Given an index "books"
    And 3 numbered documents in "books"
    When the client sends GET "/$books/_search"
    Then the response body is JSON
    And the client searches "books" with:
      """json
      { "size": 0 }
      """
    And the response body is JSON

  @versioning.response-bodies-are-json
  Scenario: The responses of scrolls are JSON
    Given an index "books"
    And 3 numbered documents in "books"
    When the client opens a scroll over "books" with size 2, kept for "1m"
    Then the response body is JSON
    And the client continues the scroll, kept for "1m"
    And the response body is JSON

  @versioning.response-bodies-are-json
  Scenario: The response to opening a point in time is JSON
    Given an index "books"
    And 3 numbered documents in "books"
    When the client opens a point in time over "books", kept for "1m"
    Then the response body is JSON

  @versioning.service-version
  Scenario: The place where the service returns its version
    When the client wrongly sends GET "/"
    Then it is recorded how the server answers

  @versioning.interface-version
  Scenario Outline: Support for a version in the request: <accept>
    Given an index "books"
    When the client wrongly sends GET "/$books/_search" accepting "<accept>"
    Then it is recorded how the server answers

    Examples:
      | accept                                               |
      | application/json; version=1                          |
      | application/vnd.elasticsearch+json; compatible-with=8 |
