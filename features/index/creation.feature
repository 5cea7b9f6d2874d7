Feature: Creating an index (endpoints of lifecycle policies, index settings and mappings, no. 2)
  The body of `PUT /<index>` may contain `settings`, `aliases` and `mappings`; each of them is optional.

  @index.create-empty
  Scenario: An index can be created with an empty object
    Given the unused name "books"
    When the client creates the index "books" with:
      """json
      {}
      """
    Then the response is a success
    And the client searches "books"
    And the response is a success
    And there are 0 hits

  @index.create-without-body
  Scenario: The response to the creation of an index without a body
    Given the unused name "books"
    When the client sends PUT "/$books"
    Then it is recorded how the server answers

  @index.create-with-all-members
  Scenario: Settings, aliases and mappings in one body all take effect
    Given an index "notes"
    And 2 numbered documents in "notes"
    And the unused names "books, one, two, three, shelf"
    When the client creates the index "books" with:
      """json
      {
        "settings": { "index.max_result_window": 50 },
        "aliases": { "$one": {}, "$two": {}, "$three": {}, "$shelf": {} },
        "mappings": {
          "properties": {
            "a": { "type": "integer" }, "b": { "type": "integer" }, "c": { "type": "integer" }, "d": { "type": "integer" },
            "e": { "type": "integer" }, "f": { "type": "integer" }, "g": { "type": "integer" }, "h": { "type": "integer" },
            "i": { "type": "integer" }, "j": { "type": "integer" }, "k": { "type": "integer" }, "l": { "type": "integer" },
            "m": { "type": "integer" }, "n": { "type": "integer" }, "o": { "type": "integer" }, "p": { "type": "integer" },
            "q": { "type": "integer" }, "r": { "type": "integer" }, "s": { "type": "integer" }, "t": { "type": "integer" },
            "u": { "type": "integer" }, "v": { "type": "integer" }, "w": { "type": "integer" }, "code": { "type": "keyword" }
          }
        }
      }
      """
    Then the response is a success
    And these documents in "books":
      | _id | code  |
      | 1   | a b c |
    And the client searches "shelf" with:
      """json
      { "query": { "term": { "code": "a b c" } } }
      """
    And the hits are "1"
    And the client searches "books" with:
      """json
      { "size": 51 }
      """
    And the request is refused
    And the client searches "books" with:
      """json
      { "size": 50 }
      """
    And the hits are "1"

  @index.create-response
  Scenario: The response to the creation of an index
    Given the unused name "books"
    When the client creates the index "books" with:
      """json
      { "mappings": { "properties": { "code": { "type": "keyword" } } } }
      """
    Then it is recorded how the server answers

  @index.setting-lifecycle-name
  Scenario: An index is created with the name of a policy
    Given an index "notes"
    And 2 numbered documents in "notes"
    And the unused name "books"
    And a policy "daily" that rolls over on {"max_docs":1000}
    When the client creates the index "books" with:
      """json
      { "settings": { "index.lifecycle.name": "$daily" } }
      """
    Then the response is a success
    And the client searches "books"
    And the response is a success

  @index.setting-rollover-alias
  Scenario: An index is created with the alias of its rollover
    Given an index "notes"
    And 2 numbered documents in "notes"
    And the unused names "books, shelf"
    When the client creates the index "books" with:
      """json
      { "settings": { "index.lifecycle.rollover_alias": "$shelf" }, "aliases": { "$shelf": { "is_write_index": true } } }
      """
    Then the response is a success
    And the client searches "books"
    And the response is a success

  @index.setting-names-nothing
  Scenario: The response to a policy and an alias that do not exist
    Given the unused names "books, papers, other"
    Then it is recorded how the server answers these requests:
      | what       | request     | body                                                           |
      | the policy | PUT /$books | { "settings": { "index.lifecycle.name": "$other" } }           |
      | the alias  | PUT /$papers | { "settings": { "index.lifecycle.rollover_alias": "$other" } } |

  @index.setting-number-of-shards
  Scenario: Support for a number of shards
    Given the unused name "books"
    When the client creates the index "books" with:
      """json
      { "settings": { "number_of_shards": 2 } }
      """
    Then it is recorded how the server answers

  @index.response-is-json
  Scenario: The bodies of the responses are JSON
    Given the unused name "books"
    When the client creates the index "books" with:
      """json
      {}
      """
    Then the response is a success
    And the response body is JSON or empty
    And the client indexes the document "1" in "books":
      """json
      { "title": "Orlando" }
      """
    And the response is a success
    And the response body is JSON or empty
    # A server that only answers, and stores nothing, does not meet the clause.
    And 2 numbered documents in "books"
