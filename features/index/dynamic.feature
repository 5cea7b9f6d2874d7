Feature: Fields that are not in the mapping (`dynamic`)
  `dynamic` true, the default, adds them; false excludes them from searches; strict refuses the document.

  Scenario Outline: A new field is added when `dynamic` is <dynamic>
    Given an index "books" with:
      """json
      { "mappings": { <member>"properties": { "title": { "type": "text" } } } }
      """
    When the client indexes the document "1" in "books":
      """json
      { "title": "Orlando", "pages": 333, "place": "london" }
      """
    Then the response is a success
    And the client indexes the document "2" in "books":
      """json
      { "title": "Orlando", "pages": 12, "place": "rome" }
      """
    And the documents of "books" are visible
    And the client searches "books" with:
      """json
      { "query": { "term": { "pages": 333 } } }
      """
    And the hits are "1"
    And the client searches "books" with:
      """json
      { "query": { "match": { "place": "rome" } } }
      """
    And the hits are "2"

    Examples:
      | clause                | dynamic   | member           |
      | index.dynamic-default | not given |                  |
      | index.dynamic-true    | true      | "dynamic": true, |

  Rule: With `dynamic` false

    Background:
      Given an index "books" with:
        """json
        { "mappings": { "dynamic": false, "properties": { "title": { "type": "text" } } } }
        """

    @index.dynamic-false-document-accepted
    Scenario: A document with a new field is indexed and found by its mapped fields
      When the client indexes the document "1" in "books":
        """json
        { "title": "Orlando", "pages": 333 }
        """
      Then the response is a success
      And the documents of "books" are visible
      And the client searches "books" with:
        """json
        { "query": { "match": { "title": "Orlando" } } }
        """
      And the hits are "1"

    @index.dynamic-false-not-searchable
    Scenario: A query on the new field finds nothing
      Given these documents in "books":
        | _id | title   | pages | place  |
        | 1   | Orlando | 333   | london |
      When the client searches "books" with:
        """json
        { "query": { "match": { "place": "london" } } }
        """
      Then there are 0 hits
      And the client searches "books" with:
        """json
        { "query": { "term": { "pages": 333 } } }
        """
      And there are 0 hits
      And the client searches "books" with:
        """json
        { "query": { "match": { "title": "Orlando" } } }
        """
      And the hits are "1"

    @index.dynamic-false-kept-in-source
    Scenario: The new field is shown in the source of the hit
      Given the document "1" in "books":
        """json
        { "title": "Orlando", "pages": 333, "printed": { "place": "london" } }
        """
      When the client searches "books"
      Then the hits are "1"
      And "hits.hits.0._source" is {"title": "Orlando", "pages": 333, "printed": {"place": "london"}}

  Rule: With `dynamic` strict

    Background:
      Given an index "books" with:
        """json
        { "mappings": { "dynamic": "strict", "properties": { "title": { "type": "text" } } } }
        """

    @index.dynamic-strict-refused
    Scenario: A document with a new field is refused, and one without is accepted
      When the client indexes the document "1" in "books":
        """json
        { "title": "Orlando" }
        """
      Then the response is a success
      And the client indexes the document "2" in "books":
        """json
        { "title": "Orlando", "pages": 333 }
        """
      And the request is refused

    @index.dynamic-strict-not-stored
    Scenario: A refused document is not found
      When the client indexes the document "1" in "books":
        """json
        { "title": "Orlando", "pages": 333 }
        """
      And the client indexes the document "2" in "books":
        """json
        { "title": "Orlando" }
        """
      Then the documents of "books" are visible
      And the client searches "books"
      And the hits are "2"
      And the client searches "books" with:
        """json
        { "query": { "match": { "title": "Orlando" } } }
        """
      And the hits are "2"
