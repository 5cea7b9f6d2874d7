Feature: Search responses
  The members of a search response and of its hits.

  Scenario Outline: The member <member> is <kind>
    Given an index "books"
    And 3 numbered documents in "books"
    When the client searches "books"
    Then "<member>" is <kind>

    Examples:
      | clause           | member    | kind       |
      | search.took      | took      | an integer |
      | search.timed-out | timed_out | a boolean  |
      | search.shards    | _shards   | an object  |

  Scenario Outline: The structure of <member>
    Given an index "books"
    And 3 numbered documents in "books"
    When the client searches "books"
    Then it is recorded what "<member>" is

    Examples:
      | clause                  | member     |
      | search.shards-structure | _shards    |
      | search.total-structure  | hits.total |

  @search.max-score-null-in-field-sort
  Scenario Outline: With the sort <sort> and <beside>, the highest score is null
    Given an index "books"
    And 3 numbered documents in "books"
    When the client searches "books" with:
      """
      { "query": { "range": { "n": { "gte": 2 } } }, "sort": <sort><members> }
      """
    Then the hits are "<hits>"
    And "hits.max_score" is null

    Examples:
      | sort                                | hits | beside          | members                     |
      | [{ "n": "asc" }]                    | 2, 3 | no other member |                             |
      | [{ "n": "desc" }]                   | 3, 2 | no other member |                             |
      | [{ "n": { "order": "desc" } }]      | 3, 2 | no other member |                             |
      | [{ "word": "asc" }, { "n": "asc" }] | 2, 3 | no other member |                             |
      | [{ "n": "asc" }]                    | 3    | a cursor        | , "search_after": [2]       |
      | [{ "n": "asc" }]                    | 3    | an offset       | , "from": 1, "size": 1      |
      | [{ "n": "asc" }]                    | 2, 3 | a count         | , "track_total_hits": true  |
      | [{ "n": "asc" }]                    | 2, 3 | no count        | , "track_total_hits": false |

  @search.max-score-null-in-field-sort
  Scenario Outline: With a sort by fields, the highest score is null in every batch of a scroll, read by <method>
    Given an index "books"
    And 3 numbered documents in "books"
    When the client sends POST "/$books/_search?scroll=1m" with:
      """
      { "size": 1, "sort": [{ "n": "asc" }] }
      """
    Then there is 1 hit
    And "hits.max_score" is null
    When "_scroll_id" is kept as "scroll_id"
    And the client sends <method> "/_search/scroll" with:
      """
      { "scroll": "1m", "scroll_id": "$scroll_id" }
      """
    Then there is 1 hit
    And "hits.max_score" is null

    Examples:
      | method |
      | GET    |
      | POST   |

  @search.max-score-null-in-field-sort
  Scenario: With a sort by fields, the highest score is null in a point in time
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" }, "sort": [{ "n": "asc" }] }
      """
    Then there are 3 hits
    And "hits.max_score" is null
    And "hits.hits.0.sort" is kept as "after"
    And "pit_id" is kept as "pit_id"
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" }, "sort": [{ "n": "asc" }], "search_after": $after }
      """
    Then there are 2 hits
    And "hits.max_score" is null

  Scenario Outline: Without a sort, a search for words gives <what>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "text" } } } }
      """
    And these documents in "books":
      | _id | title              |
      | a   | the house in paris |
      | b   | tales of paris     |
      | c   | orlando            |
    When the client searches "books" with:
      """
      { "query": { "match": { "title": { "query": "paris", "operator": "or" } } } }
      """
    Then the hits are "a, b" in any order
    And it is recorded how the server answers

    Examples:
      | clause                               | what                   |
      | search.max-score-number-without-sort | the highest score      |
      | search.hit-score-number-without-sort | the score of every hit |

  @search.max-score-type
  Scenario: Without a sort, the highest score is a number or null
    Given an index "books"
    And 3 numbered documents in "books"
    When the client searches "books"
    Then there are 3 hits
    And "hits.max_score" is a number|null

  @search.hits-array
  Scenario Outline: The list of hits of a search that finds <count> documents
    Given an index "books"
    And 3 numbered documents in "books"
    When the client searches "books" with:
      """
      { "query": { "range": { "n": { "gte": <bound> } } } }
      """
    Then "hits.hits" is an array
    And there are <count> hits

    Examples:
      | bound | count |
      | 2     | 2     |
      | 50    | 0     |

  @search.hit-index
  Scenario: Each hit contains the index of its document
    Given the unused name "all"
    And an index "books" with:
      """
      { "aliases": { "$all": {} } }
      """
    And 3 numbered documents in "books"
    When the client searches "all"
    Then there are 3 hits
    And in every hit "_index" is "$books"

  @search.hit-id
  Scenario: Each hit contains the id of its document
    Given an index "books"
    And these documents in "books":
      | _id    | n |
      | 007    | 1 |
      | ch. 12 | 2 |
      | Ärger  | 3 |
    When the client searches "books" with:
      """
      { "sort": [{ "n": "asc" }] }
      """
    Then "hits.hits.0._id" is "007"
    And "hits.hits.1._id" is "ch. 12"
    And "hits.hits.2._id" is "Ärger"

  @search.hit-score
  Scenario Outline: Each hit has a score, which may be null, in a search with <body>
    Given an index "books"
    And 3 numbered documents in "books"
    When the client searches "books" with:
      """
      <body>
      """
    Then in every hit "_score" is present

    Examples:
      | body                          |
      | {}                            |
      | { "sort": [{ "n": "desc" }] } |

  @search.hit-source
  Scenario: Each hit contains the document as it was indexed
    Given an index "books"
    And the document "1" in "books":
      """
      {
        "title": "Orlando",
        "pages": 333,
        "number": 9007199254740993,
        "price": 12.5,
        "sold": false,
        "tags": ["novel", "novel", "biography"],
        "author": { "name": "Virginia Woolf", "born": "1882-01-25T00:00:00Z" },
        "shelf": null,
        "notes": []
      }
      """
    When the client searches "books"
    Then there is 1 hit
    And "hits.hits.0._source" is { "title": "Orlando", "pages": 333, "number": 9007199254740993, "price": 12.5, "sold": false, "tags": ["novel", "novel", "biography"], "author": { "name": "Virginia Woolf", "born": "1882-01-25T00:00:00Z" }, "shelf": null, "notes": [] }

  @search.hit-sort-values
  Scenario: Each hit contains one sort value for each sort entry, in the same order
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | shelf | pages |
      | a   | east  | 5     |
      | b   | west  | 9     |
      | c   | east  | 7     |
    When the client searches "books" with:
      """
      { "sort": [{ "shelf": "asc" }, { "pages": "desc" }] }
      """
    Then the sort values of the hits are:
      | "east" | 7 |
      | "east" | 5 |
      | "west" | 9 |
