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
    Given the unused names "books, shelf"
    When the client creates the index "books" with:
      """json
      {
        "settings": { "index.max_result_window": 50 },
        "aliases": { "$shelf": {} },
        "mappings": { "properties": { "code": { "type": "keyword" } } }
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

  @index.create-response
  Scenario: The response to the creation of an index
    Given the unused name "books"
    When the client creates the index "books" with:
      """json
      { "mappings": { "properties": { "code": { "type": "keyword" } } } }
      """
    Then it is recorded how the server answers

  Scenario Outline: The setting <setting> is accepted at creation
    Given an index "notes"
    And 2 numbered documents in "notes"
    And the unused names "books, other"
    When the client creates the index "books" with:
      """json
      { "settings": { "<setting>": "$other" } }
      """
    Then the response is a success
    And the client searches "books"
    And the response is a success

    Examples:
      | clause                       | setting                        |
      | index.setting-lifecycle-name | index.lifecycle.name           |
      | index.setting-rollover-alias | index.lifecycle.rollover_alias |

  @index.setting-number-of-shards
  Scenario: Support for a number of shards
    Given the unused name "books"
    When the client creates the index "books" with:
      """json
      { "settings": { "number_of_shards": 2 } }
      """
    Then it is recorded how the server answers
