Feature: Errors, what the specification leaves open about them
  The conditions of the table of errors are judged in the chapters that they belong to. The body of an error, and all
  statuses but one, are left open; what a server does is recorded here.

  @errors.body-structure
  Scenario: the body of an error
    Given an index "books"
    When the client searches "books" with:
      """json
      { "from": 10000, "size": 10 }
      """
    Then it is recorded how the server answers

  @errors.status-codes
  Scenario: the status when a document is refused
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
  Scenario Outline: a search whose body is <what>
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
  Scenario Outline: a path that belongs to no endpoint, <where>
    Given an index "books"
    When the client wrongly sends GET "<path>"
    Then it is recorded how the server answers

    Examples:
      | where            | path                     |
      | below an index   | /$books/_no_such_call    |
      | below the server | /_no_such_call/and/deeper |
