Feature: Tiebreaker of a point in time
  In a point in time every document has a tiebreaker, `_shard_doc`: it is the last sort value, and can be a sort field.

  @point-in-time.tiebreaker-is-last-sort-value
  Scenario Outline: A sort by <entries> returns <values> sort values
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "m": { "type": "integer" }, "k": { "type": "integer" }, "l": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | n | m | k | l |
      | 1   | 7 | 1 | 4 | 5 |
      | 2   | 7 | 2 | 3 | 6 |
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { "sort": <sort>, "pit": { "id": "$pit_id" } }
      """
    Then "hits.hits.0.sort.<last>" is present
    And "hits.hits.0.sort.<values>" is absent
    And "hits.hits.1.sort.<last>" is present
    And "hits.hits.1.sort.<values>" is absent

    Examples:
      | entries       | sort                                                             | last | values |
      | one entry     | [{ "n": "asc" }]                                                 | 1    | 2      |
      | two entries   | [{ "n": "asc" }, { "m": "asc" }]                                 | 2    | 3      |
      | three entries | [{ "n": "asc" }, { "m": "asc" }, { "k": "asc" }]                 | 3    | 4      |
      | four entries  | [{ "n": "asc" }, { "m": "asc" }, { "k": "asc" }, { "l": "asc" }] | 4    | 5      |

  @point-in-time.tiebreaker-unique
  Scenario: No two documents of a point in time over two indices share a tiebreaker
    Given the unused name "all"
    And an index "books" with:
      """
      { "aliases": { "$all": {} } }
      """
    And 6 numbered documents in "books"
    And an index "papers" with:
      """
      { "aliases": { "$all": {} } }
      """
    And 6 numbered documents in "papers"
    And a point in time over "all", kept for "1m"
    When the client searches without a target with:
      """
      { "size": 20, "sort": [{ "n": "asc" }], "pit": { "id": "$pit_id" } }
      """
    Then there are 12 hits
    And the last sort value differs in every hit

  @point-in-time.tiebreaker-unique-across-shards
  Scenario: No two documents of several shards share a tiebreaker
    Given an index "books" with:
      """
      {
        "settings": { "number_of_shards": 3 },
        "mappings": { "properties": { "word": { "type": "keyword" } } }
      }
      """
    And 20 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { "size": 20, "sort": [{ "word": "asc" }], "pit": { "id": "$pit_id" } }
      """
    Then there are 20 hits
    And the last sort value differs in every hit

  @point-in-time.tiebreaker-without-sort
  Scenario: The sort values in a point in time of a search without a sort
    Given an index "books"
    And 3 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { "pit": { "id": "$pit_id" } }
      """
    Then it is recorded what "hits.hits.0.sort" is

  @point-in-time.tiebreaker-constant
  Scenario: A document has the same tiebreaker in different searches
    Given an index "books"
    And 6 numbered documents in "books"
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { "sort": [{ "n": "asc" }], "pit": { "id": "$pit_id" } }
      """
    And "hits.hits.4.sort.1" is kept as "tiebreaker"
    And "pit_id" is kept as "pit_id"
    And the client searches without a target with:
      """
      { "query": { "range": { "n": { "gte": 3 } } }, "sort": [{ "n": "desc" }], "pit": { "id": "$pit_id" } }
      """
    Then "hits.hits.1.sort" is [5, $tiebreaker]

  @point-in-time.tiebreaker-ascending
  Scenario: Hits with equal sort values are in ascending order of their tiebreakers
    Given an index "books"
    And these documents in "books":
      | _id | n |
      | e   | 7 |
      | c   | 7 |
      | a   | 7 |
      | d   | 7 |
      | b   | 7 |
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { "sort": [{ "n": "desc" }], "pit": { "id": "$pit_id" } }
      """
    Then there are 5 hits
    And the last sort value rises from hit to hit

  Scenario Outline: As a second sort entry, _shard_doc <order> orders equal hits
    Given an index "books"
    And these documents in "books":
      | _id | n |
      | a   | 7 |
      | b   | 7 |
      | c   | 7 |
      | d   | 7 |
    And a point in time over "books", kept for "1m"
    When the client searches without a target with:
      """
      { "sort": [{ "n": "asc" }, { "_shard_doc": "<order>" }], "pit": { "id": "$pit_id" } }
      """
    Then there are 4 hits
    And the last sort value <direction> from hit to hit

    Examples:
      | clause                             | order | direction |
      | point-in-time.shard-doc-ascending  | asc   | rises     |
      | point-in-time.shard-doc-descending | desc  | falls     |

  Scenario Outline: Sorted by _shard_doc <order>, <counted>, the sort values of the hits are <kind>
    Given the unused name "all"
    And an index "books" with:
      """
      { "aliases": { "$all": {} } }
      """
    And 4 numbered documents in "books"
    And an index "papers" with:
      """
      { "aliases": { "$all": {} } }
      """
    And 4 numbered documents in "papers"
    And a point in time over "all", kept for "1m"
    When the client searches without a target with:
      """
      { "sort": [{ "_shard_doc": "<order>" }], "track_total_hits": <counts>, "pit": { "id": "$pit_id" } }
      """
    Then there are 8 hits
    And the last sort value <direction> from hit to hit

    Examples:
      | clause                             | order | counted         | counts | kind    | direction |
      | point-in-time.shard-doc-ascending  | asc   | with a total    | true   | rising  | rises     |
      | point-in-time.shard-doc-descending | desc  | with a total    | true   | falling | falls     |
      | point-in-time.shard-doc-ascending  | asc   | without a total | false  | rising  | rises     |
      | point-in-time.shard-doc-descending | desc  | without a total | false  | falling | falls     |

  @point-in-time.shard-doc-without-point-in-time
  Scenario: The response to a sort by _shard_doc outside a point in time
    Given an index "books"
    And 3 numbered documents in "books"
    When the client searches "books" with:
      """
      { "sort": [{ "_shard_doc": "asc" }] }
      """
    Then it is recorded how the server answers

  @point-in-time.shard-doc-walk-without-total
  Scenario Outline: A walk sorted by _shard_doc <order> without a total reaches every document once
    Given the unused name "all"
    And an index "books" with:
      """
      { "aliases": { "$all": {} } }
      """
    And 8 numbered documents in "books"
    And an index "papers" with:
      """
      { "aliases": { "$all": {} } }
      """
    And 5 numbered documents in "papers"
    And a point in time over "all", kept for "1m"
    When the client walks the point in time with:
      """
      { "size": 3, "sort": [{ "_shard_doc": "<order>" }], "track_total_hits": false }
      """
    Then the pages hold 13 different documents
    And no document is on two pages

    Examples:
      | order |
      | asc   |
      | desc  |
