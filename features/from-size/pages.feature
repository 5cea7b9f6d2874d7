Feature: Paging with from and size
  The hits of a page, and the defaults of both members.

  Scenario Outline: The page <body> of twelve documents
    Given an index "books"
    And 12 numbered documents in "books"
    When the client searches "books" with:
      """
      <body>
      """
    Then the hits are "<hits>"

    Examples:
      | clause                     | body                                                | hits                          |
      | from-size.from-skips-hits  | { "sort": [{ "n": "asc" }], "from": 1, "size": 3 }  | 2, 3, 4                       |
      | from-size.from-skips-hits  | { "sort": [{ "n": "asc" }], "from": 10, "size": 5 } | 11, 12                        |
      | from-size.from-skips-hits  | { "sort": [{ "n": "desc" }], "from": 9 }            | 3, 2, 1                       |
      | from-size.from-default     | { "sort": [{ "n": "asc" }], "size": 3 }             | 1, 2, 3                       |
      | from-size.size-bounds-hits | { "sort": [{ "n": "asc" }], "size": 1 }             | 1                             |
      | from-size.size-bounds-hits | { "sort": [{ "n": "asc" }], "from": 2, "size": 4 }  | 3, 4, 5, 6                    |
      | from-size.size-default     | { "sort": [{ "n": "asc" }] }                        | 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 |

  @from-size.size-bounds-hits
  Scenario Outline: A size of <size> when <found> of <count> documents match
    Given an index "books"
    And <count> numbered documents in "books"
    When the client searches "books" with:
      """
      { "query": { "range": { "n": { "lte": <found> } } }, "size": <size><beside> }
      """
    Then there are <hits> hits

    Examples:
      | size | found | count | beside                                                                   | hits |
      | 0    | 12    | 12    | , "from": 1                                                              | 0    |
      | 5    | 12    | 12    | , "from": 2                                                              | 5    |
      | 12   | 12    | 12    |                                                                          | 12   |
      | 12   | 12    | 12    | , "sort": [{ "n": "asc" }, { "word": "asc" }], "track_total_hits": false | 12   |
      | 12   | 12    | 13    | , "sort": [{ "word": "desc" }, { "n": "asc" }], "track_total_hits": true | 12   |
      | 8    | 3     | 12    |                                                                          | 3    |

  @from-size.size-bounds-hits @search.hit-source @search.hit-sort-values @scroll.size-bounds-first-batch
  Scenario: A size of 110 when 120 documents match, each with its source and its sort values
    Given an index "books"
    And 120 numbered documents in "books"
    When the client searches "books" with:
      """
      { "sort": [{ "n": "asc" }], "size": 110 }
      """
    Then there are 110 hits
    And in every hit "_source.n" is an integer
    And in every hit "sort.0" is an integer
    When the client opens a scroll over "books" with size 110, kept for "1m"
    Then there are 110 hits

  @from-size.consecutive-pages-join
  Scenario: Pages of more than a thousand hits, and many pages, return every match once
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "word": { "type": "keyword" } } } }
      """
    And 1010 numbered documents in "books"
    When the client walks "books" by from and size with:
      """
      { "sort": [{ "n": "desc" }], "size": 1005 }
      """
    Then the pages hold 1010 different documents
    And no document is on two pages
    When the client walks "books" by from and size with:
      """
      { "sort": [{ "n": "asc" }], "size": 400 }
      """
    Then the pages hold 1010 different documents
    And no document is on two pages

  @from-size.consecutive-pages-join
  Scenario: Consecutive pages return every match once and in order
    Given an index "books"
    And 11 numbered documents in "books"
    When the client walks "books" by from and size with:
      """
      { "sort": [{ "n": "desc" }], "size": 4 }
      """
    Then the pages hold "11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1"
    And the pages hold "4, 4, 3" hits

  @from-size.size-default
  Scenario: Without a size, a page of a point in time has ten hits
    Given an index "books"
    And 12 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { "sort": [{ "n": "asc" }], "pit": { "id": "$pit_id" } }
      """
    Then the hits are "1, 2, 3, 4, 5, 6, 7, 8, 9, 10"
    When "pit_id" is kept as "pit_id"
    And the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then there are 10 hits

  Scenario Outline: The page <page> of a point in time
    Given an index "books"
    And 12 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { <page>, "sort": [{ "n": "desc" }], "pit": { "id": "$pit_id" } }
      """
    Then the hits are "<hits>"

    Examples:
      | clause                    | page                   | hits                            |
      | from-size.from-skips-hits | "from": 2, "size": 3   | 10, 9, 8                        |
      | from-size.from-skips-hits | "from": 10, "size": 5  | 2, 1                            |
      | from-size.from-skips-hits | "from": 3              | 9, 8, 7, 6, 5, 4, 3, 2, 1       |
      | from-size.size-bounds-hits | "from": 0, "size": 2  | 12, 11                          |

  @from-size.page-past-the-end
  Scenario Outline: A page that begins at <from> in a result of five documents
    Given an index "books"
    And 5 numbered documents in "books"
    When the client searches "books" with:
      """
      { "sort": [{ "n": "asc" }], "from": <from>, "size": 3 }
      """
    Then there are <hits> hits

    Examples:
      | from | hits |
      | 4    | 1    |
      | 5    | 0    |
      | 900  | 0    |

  Rule: With a target of two indices

    Background:
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
        | d   | 4 |
        | e   | 5 |
        | h   | 8 |
      And these documents in "papers":
        | _id | n |
        | b   | 2 |
        | c   | 3 |
        | f   | 6 |
        | g   | 7 |

    @from-size.from-skips-hits
    Scenario: The skipped hits are the first hits of both indices together
      When the client searches "all" with:
        """
        { "sort": [{ "n": "asc" }], "from": 3, "size": 3 }
        """
      Then the hits are "d, e, f"

    @from-size.consecutive-pages-join
    Scenario: Consecutive pages cover both indices
      When the client walks "all" by from and size with:
        """
        { "sort": [{ "n": "asc" }], "size": 3 }
        """
      Then the pages hold "a, b, c, d, e, f, g, h"
      And the pages hold "3, 3, 2" hits
