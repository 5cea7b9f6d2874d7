Feature: The result window
  The sum of from and size must not exceed the window, which is 10,000 unless the index sets another. The refusal
  depends only on the request. Documents show that the server searches at all.

  @from-size.window-reached
  Scenario Outline: The page <body> fills the window
    Given an index "books"
    And 2 numbered documents in "books"
    When the client searches "books" with:
      """
      <body>
      """
    Then the response is a success

    Examples:
      | body                         |
      | { "from": 9990, "size": 10 } |
      | { "from": 9999, "size": 1 }  |
      | { "from": 0, "size": 10000 } |
      | { "from": 9990 }             |

  Scenario Outline: The page <body> goes beyond the window
    Given an index "books"
    When the client searches "books" with:
      """
      <body>
      """
    Then the request is refused

    Examples:
      | clause                              | body                           |
      | from-size.window-exceeded-refused   | { "from": 9991, "size": 10 }   |
      | from-size.window-exceeded-refused   | { "from": 10000, "size": 1 }   |
      | from-size.window-exceeded-refused   | { "from": 5000, "size": 5001 } |
      | from-size.window-exceeded-refused   | { "from": 70000, "size": 100 } |
      | from-size.size-alone-exceeds-window | { "size": 10001 }              |
      | from-size.from-alone-exceeds-window | { "from": 9991 }               |
      | from-size.from-alone-exceeds-window | { "from": 25000 }              |
      | from-size.window-exceeded-refused   | { "from": 10001, "size": 0 }   |

  @from-size.window-exceeded-refused
  Scenario: A page of a point in time cannot go beyond the window either
    Given an index "books"
    And 2 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { "from": 9990, "size": 10, "pit": { "id": "$pit_id" } }
      """
    Then the response is a success
    When "pit_id" is kept as "pit_id"
    And the client searches without a target with:
      """
      { "from": 9991, "size": 10, "pit": { "id": "$pit_id" } }
      """
    Then the request is refused

  @from-size.window-exceeded-refused
  Scenario: A page of an alias cannot go beyond the window either
    Given the unused name "all"
    And an index "books" with:
      """
      { "aliases": { "$all": {} } }
      """
    And the client searches "all" with:
      """
      { "from": 9990, "size": 10 }
      """
    And the response is a success
    When the client searches "all" with:
      """
      { "from": 9990, "size": 11 }
      """
    Then the request is refused

  @from-size.window-exceeded-status
  Scenario: The status and body of the refusal of a page beyond the window
    Given an index "books"
    When the client searches "books" with:
      """
      { "from": 10000, "size": 10 }
      """
    Then it is recorded how the server answers

  @from-size.window-setting-lowers
  Scenario: A lower setting refuses a page that the default allows, also by an alias
    Given the unused name "all"
    And an index "books" with:
      """
      { "settings": { "index.max_result_window": 20 }, "aliases": { "$all": {} } }
      """
    When the client searches "books" with:
      """
      { "from": 15, "size": 5 }
      """
    Then the response is a success
    When the client searches "books" with:
      """
      { "from": 16, "size": 5 }
      """
    Then the request is refused
    When the client searches "all" with:
      """
      { "from": 15, "size": 5 }
      """
    Then the response is a success
    When the client searches "all" with:
      """
      { "from": 16, "size": 5 }
      """
    Then the request is refused

  @from-size.window-setting-lowers
  Scenario: A lower setting counts in a point in time
    Given an index "books" with:
      """
      { "settings": { "index.max_result_window": 20 } }
      """
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { "from": 16, "size": 5, "pit": { "id": "$pit_id" } }
      """
    Then the request is refused

  @from-size.window-setting-raises
  Scenario: A higher setting allows pages up to its value
    Given the unused name "all"
    And an index "books" with:
      """
      { "settings": { "index.max_result_window": 20000 }, "aliases": { "$all": {} } }
      """
    And 2 numbered documents in "books"
    When the client searches "books" with:
      """
      { "from": 10000, "size": 10 }
      """
    Then the response is a success
    When the client searches "books" with:
      """
      { "from": 19990, "size": 10 }
      """
    Then the response is a success
    When the client searches "all" with:
      """
      { "from": 19990, "size": 10 }
      """
    Then the response is a success

  @from-size.window-setting-per-index
  Scenario: The window of one index does not apply to another
    Given an index "books" with:
      """
      { "settings": { "index.max_result_window": 20 } }
      """
    And an index "papers" with:
      """
      { "settings": { "index.max_result_window": 30 } }
      """
    And an index "maps"
    When the client searches "books" with:
      """
      { "from": 20, "size": 10 }
      """
    Then the request is refused
    When the client searches "papers" with:
      """
      { "from": 20, "size": 10 }
      """
    Then the response is a success
    When the client searches "papers" with:
      """
      { "from": 30, "size": 10 }
      """
    Then the request is refused
    When the client searches "maps" with:
      """
      { "from": 30, "size": 10 }
      """
    Then the response is a success
