Feature: Aliases in the creation request of an index
  `aliases` lists other names of the index; `is_write_index` marks the one of several indices that receives writes.

  @index.alias-searchable
  Scenario: A search on an alias returns only the documents of its index
    Given the unused name "shelf"
    And an index "books" with:
      """json
      { "aliases": { "$shelf": {} } }
      """
    And an index "letters"
    And these documents in "books":
      | _id | title      |
      | 1   | The Leopard |
      | 2   | Orlando    |
    And these documents in "letters":
      | _id | title      |
      | 3   | To a Friend |
    When the client searches "shelf"
    Then the hits are "1, 2" in any order

  @index.alias-searchable
  Scenario: A search on an alias returns the documents of all its indices
    Given the unused name "shelf"
    And an index "first" with:
      """json
      { "aliases": { "$shelf": { "is_write_index": false } } }
      """
    And an index "second" with:
      """json
      { "aliases": { "$shelf": { "is_write_index": false } } }
      """
    And an index "third" with:
      """json
      { "aliases": { "$shelf": { "is_write_index": false } } }
      """
    And an index "fourth" with:
      """json
      { "aliases": { "$shelf": { "is_write_index": true } } }
      """
    And these documents in "first":
      | _id | title       |
      | 1   | The Leopard |
    And these documents in "second":
      | _id | title       |
      | 2   | The Leopard |
    And these documents in "third":
      | _id | title       |
      | 3   | The Leopard |
    And these documents in "fourth":
      | _id | title       |
      | 4   | The Leopard |
    When the client searches "shelf"
    Then the hits are "1, 2, 3, 4" in any order

  @index.alias-write-index
  Scenario Outline: A write to an alias goes to its write index: <where> of two
    Given the unused name "shelf"
    And an index "first" with:
      """json
      { "aliases": { "$shelf": { "is_write_index": <first> } } }
      """
    And an index "second" with:
      """json
      { "aliases": { "$shelf": { "is_write_index": <second> } } }
      """
    When the client indexes the document "1" in "shelf":
      """json
      { "title": "Orlando" }
      """
    Then the response is a success
    And the documents of "shelf" are visible
    And the client searches <chosen>
    And the hits are "1"
    And the client searches <passed over>
    And there are 0 hits

    Examples:
      | where      | first | second | chosen   | passed over |
      | the latter | false | true   | "second" | "first"     |
      | the former | true  | false  | "first"  | "second"    |

  @index.alias-write-index-false
  Scenario: A search on an alias covers indices that are not its write index
    Given the unused names "shelf, old, older"
    When the client creates the index "old" with:
      """json
      { "aliases": { "$shelf": { "is_write_index": false } } }
      """
    Then the response is a success
    And the client creates the index "older" with:
      """json
      { "aliases": { "$shelf": { "is_write_index": false } } }
      """
    And the response is a success
    And these documents in "old":
      | _id | title   |
      | 1   | Orlando |
    And these documents in "older":
      | _id | title       |
      | 2   | The Leopard |
    And the client searches "shelf"
    And the hits are "1, 2" in any order
