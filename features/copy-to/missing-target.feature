Feature: copy_to with a target that is not in the mapping (rule 5)
  Whether the target is added, ignored or refused depends on `dynamic`.

  # How a server maps a new text is open; a number is found by its value in any case.
  Scenario Outline: The target is added when `dynamic` is <dynamic>
    Given an index "books" with:
      """json
      { "mappings": { <member>"properties": { "pages": { "type": "integer", "copy_to": "everything" } } } }
      """
    When the client indexes the document "1" in "books":
      """json
      { "pages": 328 }
      """
    Then the response is a success
    And the documents of "books" are visible
    And the client searches "books" with:
      """json
      { "query": { "range": { "everything": { "gte": 328, "lte": 328 } } } }
      """
    And the hits are "1"

    Examples:
      | clause                             | dynamic   | member           |
      | copy-to.dynamic-true-adds-target    | true      | "dynamic": true, |
      | copy-to.dynamic-default-adds-target | not given |                  |

  Rule: With `dynamic` false

    Background:
      Given an index "books" with:
        """json
        {
          "mappings": {
            "dynamic": false,
            "properties": { "title": { "type": "text", "copy_to": "everything" } }
          }
        }
        """

    @copy-to.dynamic-false-document-accepted
    Scenario: The document is indexed and found by its source field
      When the client indexes the document "1" in "books":
        """json
        { "title": "orlando" }
        """
      Then the response is a success
      And the documents of "books" are visible
      And the client searches "books" with:
        """json
        { "query": { "match": { "title": { "query": "orlando" } } } }
        """
      And the hits are "1"

    @copy-to.dynamic-false-not-copied
    Scenario: The value is not found in the target
      Given these documents in "books":
        | _id | title   |
        | 1   | orlando |
      When the client searches "books" with:
        """json
        { "query": { "match": { "everything": { "query": "orlando" } } } }
        """
      Then the request is refused or has no hits
      And the client searches "books" with:
        """json
        { "query": { "match": { "title": { "query": "orlando" } } } }
        """
      And the hits are "1"

    @copy-to.dynamic-false-target-not-added
    Scenario: The target stays unmapped, even if the document has a value for it
      Given these documents in "books":
        | _id | title   |
        | 1   | orlando |
      And these documents in "books":
        | _id | everything |
        | 2   | emma       |
      When the client searches "books" with:
        """json
        { "query": { "match": { "everything": { "query": "emma" } } } }
        """
      Then the request is refused or has no hits
      And the client searches "books"
      And the hits are "1, 2" in any order

    @copy-to.dynamic-false-mapped-target
    Scenario: A target that the mapping declares receives the value
      Given an index "people" with:
        """json
        {
          "mappings": {
            "dynamic": false,
            "properties": {
              "nick": { "type": "text", "copy_to": "names" },
              "names": { "type": "text" }
            }
          }
        }
        """
      And these documents in "people":
        | _id | nick    |
        | 1   | ginia   |
        | 2   | leonard |
      When the client searches "people" with:
        """json
        { "query": { "match": { "names": { "query": "ginia" } } } }
        """
      Then the hits are "1"

    @copy-to.dynamic-false-mapped-target
    Scenario: A target that the mapping declares receives the value beside one that is missing
      Given an index "people" with:
        """json
        {
          "mappings": {
            "dynamic": false,
            "properties": {
              "nick": { "type": "text", "copy_to": ["missing", "names"] },
              "names": { "type": "text" }
            }
          }
        }
        """
      And these documents in "people":
        | _id | nick    |
        | 1   | ginia   |
        | 2   | leonard |
      When the client searches "people" with:
        """json
        { "query": { "match": { "names": { "query": "ginia" } } } }
        """
      Then the hits are "1"

  Rule: With `dynamic` strict

    @copy-to.dynamic-strict-error
    Scenario Outline: The mapping or the document is refused: <targets>
      Given an index "plain" with:
        """json
        { "mappings": { "dynamic": "strict", "properties": { "title": { "type": "text" } } } }
        """
      And these documents in "plain":
        | _id | title   |
        | 1   | orlando |
        | 2   | emma    |
      And the unused name "books"
      When the client creates the index "books" with:
        """json
        {
          "mappings": {
            "dynamic": "strict",
            "properties": { "title": { "type": "text", "copy_to": <targets> }, "one": { "type": "text" }, "two": { "type": "text" } }
          }
        }
        """
      And the client indexes the document "1" in "books":
        """json
        { "title": "orlando" }
        """
      Then one of the requests is refused

      Examples:
        | targets                      |
        | "everything"                 |
        | ["everything"]               |
        | ["one", "everything"]        |
        | ["everything", "one"]        |
        | ["one", "everything", "two"] |

    @copy-to.dynamic-strict-not-stored
    Scenario: A refused document is not found
      Given an index "notes"
      And 2 numbered documents in "notes"
      And the unused name "books"
      When the client creates the index "books" with:
        """json
        {
          "mappings": {
            "dynamic": "strict",
            "properties": {
              "title": { "type": "text", "copy_to": "everything" },
              "code": { "type": "keyword" }
            }
          }
        }
        """
      And the client indexes the document "1" in "books":
        """json
        { "title": "orlando" }
        """
      Then one of the requests is refused
      And the client indexes the document "2" in "books":
        """json
        { "code": "x" }
        """
      And the documents of "books" are visible
      And the client searches "books"
      And the request is refused or finds only documents that were accepted

    @copy-to.dynamic-strict-error-status
    Scenario: The request that is refused, and its response
      Given the unused name "books"
      When the client creates the index "books" with:
        """json
        {
          "mappings": {
            "dynamic": "strict",
            "properties": { "title": { "type": "text", "copy_to": "everything" } }
          }
        }
        """
      And the client indexes the document "1" in "books":
        """json
        { "title": "orlando" }
        """
      Then it is recorded which request is refused

    @copy-to.dynamic-strict-mapped-target
    Scenario: A target that the mapping declares receives the value
      Given the unused name "books"
      When the client creates the index "books" with:
        """json
        {
          "mappings": {
            "dynamic": "strict",
            "properties": {
              "title": { "type": "text", "copy_to": "everything" },
              "everything": { "type": "text" }
            }
          }
        }
        """
      And the client indexes the document "1" in "books":
        """json
        { "title": "orlando" }
        """
      Then none of the requests is refused
      And the documents of "books" are visible
      And the client searches "books" with:
        """json
        { "query": { "match": { "everything": { "query": "orlando" } } } }
        """
      And the hits are "1"
