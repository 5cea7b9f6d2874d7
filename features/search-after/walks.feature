Feature: Walks with search_after
  Reading all pages: outside a point in time with a sort that ends in a unique value, and inside a point in time.

  Scenario Outline: A walk in pages of <size> over equal hits that a unique field orders
    Given an index "books" with:
      """
      { "mappings": { "properties": { "word": { "type": "keyword" }, "n": { "type": "integer" } } } }
      """
    And 23 numbered documents in "books"
    When the client walks "books" by search_after with:
      """
      { "sort": [{ "word": "desc" }, { "n": "asc" }], "size": <size> }
      """
    Then <outcome>

    Examples:
      | clause                                | size | outcome                               |
      | search-after.walk-returns-every-match | 1    | the pages hold 23 different documents |
      | search-after.walk-returns-every-match | 4    | the pages hold 23 different documents |
      | search-after.walk-repeats-no-match    | 1    | no document is on two pages           |
      | search-after.walk-repeats-no-match    | 4    | no document is on two pages           |

  @search-after.walk-returns-every-match
  Scenario: A walk by eleven sort keys
    Given an index "books" with:
      """
      { "mappings": { "properties": {
        "a": { "type": "integer" }, "b": { "type": "integer" }, "c": { "type": "integer" }, "d": { "type": "integer" },
        "e": { "type": "integer" }, "f": { "type": "integer" }, "g": { "type": "integer" }, "h": { "type": "integer" },
        "i": { "type": "integer" }, "j": { "type": "integer" }, "k": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | a | b | c | d | e | f | g | h | i | j | k |
      | 1   | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1 | 3 |
      | 2   | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1 | 4 |
      | 3   | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1 |
      | 4   | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 2 |
      | 5   | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1 | 5 |
    # The specification has no greatest number of sort keys.
    And the client searches "books" with:
      """
      { "sort": [{ "a": "asc" }, { "b": "asc" }, { "c": "asc" }, { "d": "asc" }, { "e": "asc" }, { "f": "asc" },
          { "g": "asc" }, { "h": "asc" }, { "i": "asc" }, { "j": "desc" }, { "k": "asc" }] }
      """
    And the response is a success
    When the client walks "books" by search_after with:
      """
      { "size": 2, "sort": [{ "a": "asc" }, { "b": "asc" }, { "c": "asc" }, { "d": "asc" }, { "e": "asc" }, { "f": "asc" },
          { "g": "asc" }, { "h": "asc" }, { "i": "asc" }, { "j": "desc" }, { "k": "asc" }] }
      """
    Then the pages hold "1, 2, 5, 3, 4"

  @search-after.walk-returns-every-match
  Scenario Outline: A walk over numbers with a fraction, <order>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "price": { "type": "double" } } } }
      """
    And these documents in "books":
      | _id | price |
      | a   | -0.5  |
      | b   | 0     |
      | c   | 0.25  |
      | d   | 0.5   |
      | e   | 7.125 |
    When the client walks "books" by search_after with:
      """
      { "sort": [{ "price": "<order>" }], "size": 1 }
      """
    Then the pages hold "<ids>"

    Examples:
      | order | ids           |
      | asc   | a, b, c, d, e |
      | desc  | e, d, c, b, a |

  @search-after.walk-returns-every-match
  Scenario Outline: A walk over texts of unusual characters, <order>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | shelf         |
      | a   | ""            |
      | b   | "\"old\""     |
      | c   | "c:\\\\north" |
      | d   | köln          |
      | e   | 東京            |
    When the client walks "books" by search_after with:
      """
      { "sort": [{ "shelf": "<order>" }], "size": 1 }
      """
    Then the pages hold "<ids>"

    Examples:
      | order | ids           |
      | asc   | a, b, c, d, e |
      | desc  | e, d, c, b, a |

  @search-after.walk-returns-every-match
  Scenario Outline: A walk over texts that differ only at their end, or in letters beyond U+FFFF, <order>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | title |
      | a | the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letter one |
      | b | the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letter two |
      | c | the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letter three |
      | d | the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letter |
      | e | 😀 |
      | f | 😁 |
      | g | 😀😁 |
      | h | ～ |
      | i | 日本 |
    When the client walks "books" by search_after with:
      """
      { "sort": [{ "title": "<order>" }], "size": 1 }
      """
    Then the pages hold "a, b, c, d, e, f, g, h, i" in any order
    And no document is on two pages

    Examples:
      | order |
      | asc   |
      | desc  |

  @search-after.point-in-time-walk-with-ties
  Scenario Outline: A walk in a point in time over texts that differ only at their end, or in letters beyond U+FFFF, <order>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | title |
      | a | the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letter one |
      | b | the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letter two |
      | c | the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letter three |
      | d | the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letters the collected letter |
      | e | 😀 |
      | f | 😁 |
      | g | 😀😁 |
      | h | ～ |
      | i | 日本 |
    And a point in time over "books", kept for "1m"
    When the client walks the point in time with:
      """
      { "sort": [{ "title": "<order>" }], "size": 1 }
      """
    Then the pages hold "a, b, c, d, e, f, g, h, i" in any order
    And no document is on two pages

    Examples:
      | order |
      | asc   |
      | desc  |

  @search-after.walk-returns-every-match
  Scenario: A walk over two indices in one order
    Given the unused name "all"
    And an index "books" with:
      """
      { "aliases": { "$all": {} } }
      """
    And an index "papers" with:
      """
      { "aliases": { "$all": {} } }
      """
    And these documents in "books":
      | _id | n |
      | a   | 1 |
      | b   | 4 |
      | c   | 5 |
    And these documents in "papers":
      | _id | n |
      | d   | 2 |
      | e   | 3 |
      | f   | 6 |
    When the client walks "all" by search_after with:
      """
      { "sort": [{ "n": "asc" }], "size": 2 }
      """
    Then the pages hold "a, d, e, b, c, f"

  @search-after.walk-returns-every-match
  Scenario Outline: A walk sorted by <field>, <order>, reaches the documents without that field
    Given an index "books" with:
      """
      {
        "mappings": {
          "properties": {
            "shelf": { "type": "keyword" }, "pages": { "type": "integer" }, "bought": { "type": "date" }, "n": { "type": "integer" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | n | shelf | pages | bought     |
      | a   | 1 | north | 90    | 2024-05-02T00:00:00Z |
      | b   | 2 |       |       |            |
      | c   | 3 | south | -5    | 2024-05-01T00:00:00Z |
      | d   | 4 |       |       |            |
      | e   | 5 |       |       |            |
      | f   | 6 | east  | 333   | 1969-07-20T00:00:00Z |
    When the client walks "books" by search_after with:
      """
      { "sort": [{ "<field>": "<order>" }, { "n": "asc" }], "size": 2 }
      """
    Then the pages hold "a, b, c, d, e, f" in any order

    Examples:
      | field  | order |
      | shelf  | asc   |
      | shelf  | desc  |
      | pages  | asc   |
      | pages  | desc  |
      | bought | asc   |
      | bought | desc  |

  @search-after.point-in-time-walk-with-ties
  Scenario Outline: In a point in time, the implicit tiebreaker orders equal hits, in pages of <size>
    Given the unused name "all"
    And an index "books" with:
      """
      { "aliases": { "$all": {} }, "mappings": { "properties": { "shelf": { "type": "keyword" } } } }
      """
    And an index "papers" with:
      """
      { "aliases": { "$all": {} }, "mappings": { "properties": { "shelf": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | shelf |
      | a   | east  |
      | b   | east  |
      | c   | west  |
      | d   | east  |
      | e   | east  |
    And these documents in "papers":
      | _id | shelf |
      | f   | east  |
      | g   | west  |
      | h   | east  |
      | i   | east  |
    And a point in time over "all", kept for "1m"
    When the client walks the point in time with:
      """
      { "sort": [{ "shelf": "asc" }], "size": <size> }
      """
    Then the pages hold "a, b, c, d, e, f, g, h, i" in any order

    Examples:
      | size |
      | 1    |
      | 2    |
      | 5    |

  @search-after.point-in-time-walk-ignores-writes
  Scenario: Writes between two pages of a point in time do not change the later pages
    Given an index "books"
    And 6 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { "pit": { "keep_alive": "1m", "id": "$pit_id" }, "sort": [{ "n": "asc" }], "size": 3 }
      """
    Then the hits are "1, 2, 3"
    When "pit_id" is kept as "pit_id"
    And "hits.hits.2.sort" is kept as "after"
    And these documents in "books":
      | _id | n  |
      | 4   | 40 |
      | 5   | 0  |
      | new | 6  |
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" }, "sort": [{ "n": "asc" }], "size": 10, "search_after": $after }
      """
    Then the hits are "4, 5, 6"

  @search-after.mixed-date-resolutions
  Scenario: A walk over dates of both resolutions
    Given the unused name "all"
    And an index "books" with:
      """
      { "mappings": { "properties": { "bought": { "type": "date" } } }, "aliases": { "$all": {} } }
      """
    And an index "papers" with:
      """
      { "mappings": { "properties": { "bought": { "type": "date_nanos" } } }, "aliases": { "$all": {} } }
      """
    And these documents in "books":
      | _id | bought                   |
      | b1  | 2024-05-01T10:00:00.122Z |
      | b2  | 2024-05-01T10:00:00.123Z |
      | b3  | 2024-05-01T10:00:00.125Z |
    And these documents in "papers":
      | _id | bought                         |
      | p1  | 2024-05-01T10:00:00.122000001Z |
      | p2  | 2024-05-01T10:00:00.123456788Z |
      | p3  | 2024-05-01T10:00:00.123456789Z |
      | p4  | 2024-05-01T10:00:00.124999999Z |
    When the client walks "all" by search_after with:
      """
      {
        "size": 2,
        "sort": [
          {
            "bought": {
              "order": "asc",
              "numeric_type": "date_nanos",
              "format": "strict_date_optional_time_nanos"
            }
          }
        ]
      }
      """
    Then the pages hold "b1, p1, b2, p2, p3, p4, b3"

  @search-after.reaches-beyond-window
  Scenario: Pages with search_after reach beyond the result window
    Given an index "books" with:
      """
      { "settings": { "index.max_result_window": 10 } }
      """
    And 13 numbered documents in "books"
    When the client walks "books" by search_after with:
      """
      { "sort": [{ "n": "asc" }], "size": 1 }
      """
    Then the pages hold "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13"

  @search-after.reaches-beyond-window
  Scenario: A walk in a point in time reaches beyond the result window
    Given an index "books" with:
      """
      { "settings": { "index.max_result_window": 10 } }
      """
    And 13 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client walks the point in time with:
      """
      { "sort": [{ "_shard_doc": "asc" }], "size": 1, "track_total_hits": false }
      """
    Then the pages hold 13 different documents
