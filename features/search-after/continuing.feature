Feature: Continuing after sort values
  The hits after the values in search_after. They are the sort values with which the page before ended.

  Scenario Outline: The sort <sort> continues after <after>
    Given an index "books" with:
      """
      {
        "mappings": {
          "properties": { "pages": { "type": "integer" }, "shelf": { "type": "keyword" } }
        }
      }
      """
    And these documents in "books":
      | _id | shelf | pages |
      | a   | east  | 1     |
      | b   | east  | 2     |
      | c   | east  | 3     |
      | d   | west  | 4     |
      | e   | west  | 5     |
      | f   | west  | 6     |
    When the client searches "books" with:
      """
      { "sort": <sort>, "search_after": <after> }
      """
    Then the hits are "<hits>"

    Examples:
      | clause                              | sort                                       | after       | hits             |
      | search-after.continues-after-values | [{ "pages": "asc" }]                       | [4]         | e, f             |
      | search-after.continues-after-values | [{ "pages": "asc" }]                       | [0]         | a, b, c, d, e, f |
      | search-after.continues-descending   | [{ "pages": "desc" }]                      | [4]         | c, b, a          |
      | search-after.several-sort-keys      | [{ "shelf": "asc" }, { "pages": "asc" }]   | ["east", 2] | c, d, e, f       |
      | search-after.several-sort-keys      | [{ "shelf": "desc" }, { "pages": "desc" }] | ["west", 5] | d, c, b, a       |
      | search-after.mixed-directions       | [{ "shelf": "asc" }, { "pages": "desc" }]  | ["east", 3] | b, a, f, e, d    |
      | search-after.mixed-directions       | [{ "shelf": "desc" }, { "pages": "asc" }]  | ["west", 5] | f, a, b, c       |
      | search-after.mixed-directions       | [{ "shelf": { "order": "asc" } }, { "pages": { "order": "desc" } }] | ["east", 3] | b, a, f, e, d |
      | search-after.mixed-directions       | [{ "shelf": "desc" }, { "pages": { "order": "asc" } }] | ["west", 5] | f, a, b, c |

  Scenario Outline: The sort values of a <type> field are accepted in search_after
    Given an index "books" with:
      """
      { "mappings": { "properties": { "key": { "type": "<type>" } } } }
      """
    And these documents in "books":
      | _id | key      |
      | a   | <third>  |
      | b   | <first>  |
      | c   | <second> |
      | d   | <fourth> |
    When the client searches "books" with:
      """
      { "sort": [<entry>], "size": 2 }
      """
    Then the hits are "b, c"
    When "hits.hits.1.sort" is kept as "after"
    And the client searches "books" with:
      """
      { "sort": [<entry>], "size": 2, "search_after": $after }
      """
    Then the hits are "a, d"

    Examples:
      | clause                             | type    | entry                                                                      | first                | second                   | third                    | fourth     |
      | search-after.keyword-values        | keyword | { "key": "asc" }                                                           | apple                | north wall               | pear "ripe"              | zoë        |
      | search-after.date-values           | date    | { "key": "asc" }                                                           | 1969-07-20T20:17:40Z | 2024-05-01T10:00:00.123Z | 2024-05-01T10:00:00.124Z | 2024-05-02T00:00:00Z |
      | search-after.formatted-date-values | date    | { "key": { "order": "asc", "format": "strict_date_optional_time_nanos" } } | 1969-07-20T20:17:40Z | 2024-05-01T10:00:00.123Z | 2024-05-01T10:00:00.124Z | 2024-05-02T00:00:00Z |

  @search-after.continues-after-values
  Scenario: Numbers with many digits are accepted in search_after
    Given an index "books" with:
      """
      { "mappings": { "properties": { "number": { "type": "long" } } } }
      """
    And these documents in "books":
      | _id | number           |
      | a   | 9007199254740993 |
      | b   | 9007199254740992 |
      | c   | 9007199254740995 |
      | d   | 9007199254740994 |
    When the client searches "books" with:
      """
      { "sort": [{ "number": "asc" }], "size": 2 }
      """
    Then the hits are "b, a"
    When "hits.hits.1.sort" is kept as "after"
    And the client searches "books" with:
      """
      { "sort": [{ "number": "asc" }], "size": 2, "search_after": $after }
      """
    Then the hits are "d, c"

  @search-after.query-restricts-later-pages
  Scenario: The query of the request applies to later pages
    Given an index "books"
    And 12 numbered documents in "books"
    When the client walks "books" by search_after with:
      """
      { "query": { "range": { "n": { "gte": 3, "lte": 9 } } }, "sort": [{ "n": "asc" }], "size": 3 }
      """
    Then the pages hold "3, 4, 5, 6, 7, 8, 9"

  @search-after.end-gives-empty-hits
  Scenario: There are no hits after the last hit
    Given an index "books"
    And 3 numbered documents in "books"
    When the client searches "books" with:
      """
      { "sort": [{ "n": "asc" }] }
      """
    Then the hits are "1, 2, 3"
    When "hits.hits.2.sort" is kept as "after"
    And the client searches "books" with:
      """
      { "sort": [{ "n": "asc" }], "search_after": $after }
      """
    Then there are 0 hits

  Scenario Outline: A from of <from> together with search_after
    Given an index "books"
    And 5 numbered documents in "books"
    When the client searches "books" with:
      """
      { "sort": [{ "n": "asc" }], "search_after": [2], "from": <from>, "size": 2 }
      """
    Then the hits are "3, 4"

    Examples:
      | clause                      | from |
      | search-after.from-zero      | 0    |
      | search-after.from-minus-one | -1   |

  @search-after.from-positive-refused
  Scenario Outline: A from of <from> together with search_after is refused
    Given an index "books"
    And 5 numbered documents in "books"
    When the client searches "books" with:
      """
      { "sort": [{ "n": "asc" }], "search_after": [2], "from": <from> }
      """
    Then the request is refused

    Examples:
      | from |
      | 1    |
      | 10   |

  @search-after.from-positive-refused
  Scenario: A from of 1 together with search_after is refused in a point in time
    Given an index "books"
    And 5 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client sends GET "/_search" with:
      """
      { "pit": { "id": "$pit_id" }, "sort": [{ "n": "asc" }], "search_after": [2], "from": 1 }
      """
    Then the request is refused

  @search-after.from-below-minus-one-refused
  Scenario: A from below -1 together with search_after is refused
    Given an index "books"
    And 5 numbered documents in "books"
    When the client wrongly sends GET "/$books/_search" with:
      """
      { "sort": [{ "n": "asc" }], "search_after": [2], "from": -2 }
      """
    Then the request is refused

  @search-after.count-of-values-differs
  Scenario Outline: The response to <after> with a sort of two entries
    Given an index "books"
    And 5 numbered documents in "books"
    When the client searches "books" with:
      """
      { "sort": [{ "n": "asc" }, { "day": "asc" }], "search_after": <after> }
      """
    Then it is recorded how the server answers

    Examples:
      | after                |
      | [2]                  |
      | [2, "2024-01-03", 7] |

  @search-after.without-sort
  Scenario: The response to search_after without a sort
    Given an index "books"
    And 5 numbered documents in "books"
    When the client searches "books" with:
      """
      { "search_after": [2] }
      """
    Then it is recorded how the server answers
