Feature: Sort entries
  The effect of the form of a sort entry, its order and the type of its field on the order of the hits.

  Scenario Outline: The sort <sort> returns <hits>
    Given an index "books" with:
      """
      {
        "mappings": {
          "properties": {
            "pages": { "type": "integer" },
            "shelf": { "type": "keyword" },
            "bought": { "type": "date" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | pages | shelf                                         | bought                    |
      | a   | 100   | the same forty letters that both begin with a | 2024-05-01T12:00:00+02:00 |
      | b   | 9     | "9"                                           | 2024-05-01T11:00:00Z      |
      | c   | -30   | the same forty letters that both begin with b | 2024-05-01T09:30:00-05:00 |
      | d   | 20    | "10"                                          | 2024-04-30T23:00:00-11:30 |
    When the client searches "books" with:
      """
      { "sort": <sort> }
      """
    Then the hits are "<hits>"

    Examples:
      | clause                        | sort                               | hits       |
      | search.sort-short-form        | [{ "pages": "asc" }]               | c, b, d, a |
      | search.sort-object-form       | [{ "pages": { "order": "asc" } }]  | c, b, d, a |
      | search.sort-object-form       | [{ "pages": { "order": "desc" } }] | a, d, b, c |
      | search.sort-descending        | [{ "pages": "desc" }]              | a, d, b, c |
      | search.sort-descending        | [{ "shelf": "desc" }]              | c, a, b, d |
      | search.sort-integer-by-number | [{ "pages": "asc" }]               | c, b, d, a |
      | search.sort-keyword           | [{ "shelf": "asc" }]               | d, b, a, c |
      | search.sort-date-by-instant   | [{ "bought": "asc" }]              | a, d, b, c |

  @search.sort-several-entries
  Scenario Outline: The second entry of <sort> orders hits that are equal in the first
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | shelf | pages |
      | a   | east  | 5     |
      | b   | west  | 9     |
      | c   | east  | 7     |
      | d   | west  | 1     |
      | e   | east  | 6     |
    When the client searches "books" with:
      """
      { "sort": <sort> }
      """
    Then the hits are "<hits>"

    Examples:
      | sort                                                                 | hits          |
      | [{ "shelf": "asc" }, { "pages": "desc" }]                            | c, e, a, b, d |
      | [{ "shelf": "asc" }, { "pages": { "order": "desc" } }]               | c, e, a, b, d |
      | [{ "shelf": { "order": "asc" } }, { "pages": { "order": "desc" } }]  | c, e, a, b, d |
      | [{ "shelf": { "order": "desc" } }, { "pages": "asc" }]               | d, b, a, e, c |
      | [{ "shelf": { "order": "desc" } }, { "pages": { "order": "desc" } }] | b, d, c, e, a |

  @search.sort-several-entries
  Scenario Outline: A page from <from> on holds the first hits of the order, wherever they were written
    Given an index "books" with:
      """
      { "mappings": { "properties": { "word": { "type": "keyword" }, "n": { "type": "integer" } } } }
      """
    And 24 numbered documents in "books"
    When the client searches "books" with:
      """
      { "sort": [{ "word": "asc" }, { "n": "desc" }], "from": <from>, "size": 7 }
      """
    Then the hits are "<hits>"

    Examples:
      | from | hits                       |
      | 0    | 24, 22, 20, 18, 16, 14, 12 |
      | 7    | 10, 8, 6, 4, 2, 23, 21     |

  @search.sort-order-absent
  Scenario: The default order of a sort entry
    Given an index "books"
    And 3 numbered documents in "books"
    When the client searches "books" with:
      """
      { "sort": [{ "n": {} }] }
      """
    Then it is recorded what "hits.hits.0._id" is

  @search.sort-bare-field-name
  Scenario: The response to a bare field name as an entry
    Given an index "books"
    And 3 numbered documents in "books"
    When the client searches "books" with:
      """
      { "sort": ["n"] }
      """
    Then it is recorded how the server answers
