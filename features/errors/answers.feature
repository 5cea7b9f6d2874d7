Feature: Errors: unspecified behaviour
  The conditions in the error table are judged in their own chapters. The specification leaves open the body of an error
  and all statuses but one; the behaviour of the server is recorded here.

  @errors.body-structure
  Scenario: The body of an error
    Given an index "books"
    When the client searches "books" with:
      """json
      { "from": 10000, "size": 10 }
      """
    Then it is recorded how the server answers

  @errors.status-codes
  Scenario: The status when a document is refused
    Given an index "books" with:
      """json
      { "mappings": { "dynamic": "strict", "properties": { "title": { "type": "text" } } } }
      """
    When the client indexes the document "1" in "books":
      """json
      { "pages": 333 }
      """
    Then it is recorded how the server answers

  @errors.unreadable-body
  Scenario Outline: A search whose body is <what>
    Given an index "books"
    When the client wrongly sends POST "/$books/_search" with:
      """json
      <body>
      """
    Then it is recorded how the server answers

    Examples:
      | what            | body                    |
      | cut off         | { "query":              |
      | a plain word    | orlando                 |
      | two JSON values | { "size": 1 } { "a": 1} |

  @errors.unknown-path
  Scenario Outline: A path that belongs to no endpoint: <where>
    Given an index "books"
    When the client wrongly sends GET "<path>"
    Then it is recorded how the server answers

    Examples:
      | where            | path                     |
      | below an index   | /$books/_no_such_call    |
      | below the server | /_no_such_call/and/deeper |
