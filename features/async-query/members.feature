Feature: Asynchronous query: members shared with the query endpoint
  The members of a query request have the same effect in an asynchronous request.

  @async-query.post-members-of-query
  Scenario Outline: A filter restricts the documents of an asynchronous query: <what>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "title": { "type": "text" } } } }
      """
    And these documents in "books":
      | _id | n | title            |
      | a   | 1 | tales of paris   |
      | b   | 2 | house of mirth   |
      | c   | 3 | a house in paris |
      | d   | 4 | orlando          |
      | e   | 5 | north and south  |
    When the client starts the query with:
      """
      {
        "query": "FROM $books | SORT n | KEEP n",
        "filter": <filter>,
        "wait_for_completion_timeout": "20s"
      }
      """
    Then the query has finished
    And "values" is <values>

    Examples:
      | what             | filter                                                                   | values     |
      | a range          | { "range": { "n": { "gte": 2, "lte": 3 } } }                             | [[2], [3]] |
      | a term           | { "term": { "n": 4 } }                                                   | [[4]]      |
      | several terms    | { "terms": { "n": [1, 5] } }                                             | [[1], [5]] |
      | a match          | { "match": { "title": { "query": "house" } } }                           | [[2], [3]] |
      | a match with and | { "match": { "title": { "query": "paris house", "operator": "and" } } }  | [[3]]      |
      | a match with or  | { "match": { "title": { "query": "mirth orlando", "operator": "or" } } } | [[2], [4]] |

  @async-query.post-members-of-query
  Scenario Outline: A filter of an asynchronous query keeps the documents with <what>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "shelf": { "type": "keyword" }, "day": { "type": "date" } } } }
      """
    And these documents in "books":
      | _id | n    | shelf         | day        |
      | a   | 0    | ""            | 2024-05-01T00:00:00Z |
      | b   | 1    | the "old" one | 2024-05-02T00:00:00Z |
      | c   | -1   | Köln 東京       | 2024-05-03T00:00:00Z |
      | d   | 2500 | the old one   | 2024-05-04T00:00:00Z |
    When the client starts the query with:
      """
      {
        "query": "FROM $books | SORT n | KEEP n",
        "filter": { <filter> },
        "wait_for_completion_timeout": "20s"
      }
      """
    Then the query has finished
    And "values" is <values>

    Examples:
      | what                   | filter                                                                               | values             |
      | the number 0           | "term": { "n": 0 }                                                                   | [[0]]              |
      | a term of four digits  | "term": { "n": 2500 }                                                                | [[2500]]           |
      | one number             | "terms": { "n": [2500] }                                                             | [[2500]]           |
      | two numbers            | "terms": { "n": [0, 2500] }                                                          | [[0], [2500]]      |
      | a span of days         | "range": { "day": { "gte": "2024-05-02T00:00:00Z", "lte": "2024-05-03T00:00:00Z" } } | [[-1], [1]]        |
      | numbers from 0         | "range": { "n": { "gte": 0 } }                                                       | [[0], [1], [2500]] |
      | numbers up to 0        | "range": { "n": { "lte": 0 } }                                                       | [[-1], [0]]        |
      | a large number         | "range": { "n": { "gte": 2500, "lte": 2500 } }                                       | [[2500]]           |
      | a text without letters | "term": { "shelf": "" }                                                              | [[0]]              |
      | a text with quotes     | "term": { "shelf": "the \\"old\\" one" }                                             | [[1]]              |
      | other letters          | "term": { "shelf": "Köln 東京" }                                                       | [[-1]]             |
      | one of two texts       | "terms": { "shelf": ["Köln 東京", "", "\\"old\\""] }                                   | [[-1], [0]]        |

  @async-query.post-members-of-query
  Scenario: A filter of an asynchronous query removes the columns of an index without a match
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | n | pages |
      | a   | 1 | 333   |
    And an index "films" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "minutes": { "type": "integer" } } } }
      """
    And these documents in "films":
      | _id | n | minutes |
      | a   | 2 | 93      |
    When the client starts the query with:
      """
      {
        "query": "FROM $books, $films | LIMIT 10",
        "filter": { "range": { "n": { "gte": 1, "lte": 1 } } },
        "wait_for_completion_timeout": "20s"
      }
      """
    Then the query has finished
    And the column "pages" is present
    And the column "minutes" is absent

  @async-query.post-members-of-query
  Scenario Outline: Each <kind> parameter of an asynchronous query has the value that was sent
    When the client starts the query with:
      """
      {
        "query": "ROW a = <a>, b = <b>, c = <c>, d = <d>, e = <e>, f = <f>",
        "params": <params>,
        "wait_for_completion_timeout": "20s"
      }
      """
    Then the query has finished
    And "values" is [[0, 1.5, "", "the \"old\" one", "Köln 東京", 2500]]

    Examples:
      | kind       | a  | b  | c  | d  | e  | f  | params                                                                                                   |
      | named      | ?a | ?b | ?c | ?d | ?e | ?f | [{ "a": 0 }, { "b": 1.5 }, { "c": "" }, { "d": "the \\"old\\" one" }, { "e": "Köln 東京" }, { "f": 2500 }] |
      | positional | ?1 | ?2 | ?3 | ?4 | ?5 | ?6 | [0, 1.5, "", "the \\"old\\" one", "Köln 東京", 2500]                                                       |
      | anonymous  | ?  | ?  | ?  | ?  | ?  | ?  | [0, 1.5, "", "the \\"old\\" one", "Köln 東京", 2500]                                                       |

  @async-query.post-members-of-query
  Scenario: An asynchronous query without placeholders takes an empty array
    When the client starts the query with:
      """
      { "query": "ROW a = \"Köln\"", "params": [], "wait_for_completion_timeout": "20s" }
      """
    Then the query has finished
    And "values" is [["Köln"]]

  @async-query.post-members-of-query
  Scenario: In an asynchronous query a position can have three digits
    # The specification has no greatest number of parameters.
    Given the client starts the query with:
      """
      {
        "query": "ROW a = ?1, b = ?10, c = ?101",
        "wait_for_completion_timeout": "20s",
        "params": [
          1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
          26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,
          51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75,
          76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100,
          101
        ]
      }
      """
    And the response is a success
    Then the query has finished
    And "values" is [[1, 10, 101]]

  @async-query.post-members-of-query
  Scenario Outline: Parameters fill the <kind> placeholders of an asynchronous query
    Given an index "books"
    And 4 numbered documents in "books"
    When the client starts the query with:
      """
      {
        "query": "FROM $books | WHERE <condition> | SORT n | KEEP n",
        "params": <params>,
        "wait_for_completion_timeout": "20s"
      }
      """
    Then the query has finished
    And the rows are:
      | n |
      | 3 |
      | 4 |

    Examples:
      | kind       | condition      | params                              |
      | named      | ??field > ?low | [{ "field": "n" }, { "low": 2 }]    |
      | positional | ??2 > ?1       | [2, "n"]                            |
      | anonymous  | ?? > ?         | ["n", 2]                            |

  @async-query.post-members-of-query
  Scenario Outline: An asynchronous query returns its values by column or by row: <columnar>
    Given an index "books"
    And 3 numbered documents in "books"
    When the client starts the query with:
      """
      {
        "query": "FROM $books | SORT n | KEEP n, word",
        "columnar": <columnar>,
        "wait_for_completion_timeout": "20s"
      }
      """
    Then the query has finished
    And "values" is <values>

    Examples:
      | columnar | values                                |
      | true     | [[1, 2, 3], ["odd", "even", "odd"]]   |
      | false    | [[1, "odd"], [2, "even"], [3, "odd"]] |

  @async-query.post-members-of-query
  Scenario Outline: An asynchronous query writes its dates in the zone <zone>
    Given an index "books"
    And 2 numbered documents in "books"
    And the client queries:
      """
      FROM $books | EVAL clock = DATE_FORMAT("yyyy-MM-dd HH:mm", day) | KEEP clock
      """
    And the response is a success
    When the client starts the query with:
      """
      {
        "query": "FROM $books | SORT n | EVAL clock = DATE_FORMAT(\"yyyy-MM-dd HH:mm\", day) | KEEP clock, day",
        "time_zone": "<zone>",
        "wait_for_completion_timeout": "20s"
      }
      """
    Then the query has finished
    And the rows are:
      | clock              |
      | 2024-01-02 <clock> |
      | 2024-01-03 <clock> |
    And the column "day" holds the dates:
      | 2024-01-02T<clock>:00<offset> |
      | 2024-01-03T<clock>:00<offset> |

    Examples:
      | zone         | clock | offset |
      | +05:30       | 05:30 | +05:30 |
      | Europe/Paris | 01:00 | +01:00 |

  @async-query.post-members-of-query
  Scenario Outline: The <member> of an asynchronous query works as on the query endpoint
    Given an index "books"
    And 3 numbered documents in "books"
    And the client queries with:
      """
      { "query": "<query>", "<member>": <value> }
      """
    And the table is kept as "answer of the query endpoint"
    When the client starts the query with:
      """
      { "query": "<query>", "<member>": <value>, "wait_for_completion_timeout": "20s" }
      """
    Then the query has finished
    And the answer is the table kept as "answer of the query endpoint"

    Examples:
      | member        | value   | query                                                                    |
      | locale        | "fr-FR" | FROM $books \| SORT n \| EVAL m = DATE_FORMAT(\\"MMMM\\", day) \| KEEP m |
      | approximation | false   | FROM $books \| STATS total = SUM(n), c = COUNT(*)                        |

  @async-query.post-members-of-query
  Scenario Outline: An asynchronous query may be run approximately: <value>
    Given an index "books"
    And 3 numbered documents in "books"
    And the client queries:
      """
      FROM $books | STATS c = COUNT(*)
      """
    And the response is a success
    When the client starts the query with:
      """
      {
        "query": "FROM $books | STATS c = COUNT(*)",
        "approximation": <value>,
        "wait_for_completion_timeout": "20s"
      }
      """
    Then the query has finished
    And the column "c" is present

    Examples:
      | value |
      | true  |
      | {}    |

  @async-query.post-members-of-query
  Scenario: A later response has its values by column and its dates in the zone if the first request asked for it
    Given an index "books" with:
      """
      {
        "settings": { "number_of_shards": 1 },
        "mappings": { "properties": { "title": { "type": "keyword" }, "v": { "type": "integer" }, "at": { "type": "date" } } }
      }
      """
    # Books with one value are processed within the wait; the book in the middle expands to more rows than there is time for.
    And these documents in "books":
      | _id | title | v                              | at                   |
      | 1   | short | 9                              | 2024-01-15T20:00:00Z |
      | 2   | short | 9                              | 2024-01-15T20:00:00Z |
      | 3   | long  | [0, 1, 2, 3, 4, 5, 6, 7, 8, 0] | 2024-01-15T20:00:00Z |
      | 4   | short | 9                              | 2024-01-15T20:00:00Z |
      | 5   | short | 9                              | 2024-01-15T20:00:00Z |
    And the client starts the query with:
      """
      {
        "query": "FROM $books | EVAL a = v, b = v, c = v, d = v, e = v, f = v, g = v, h = v, i = v, j = v | MV_EXPAND a | MV_EXPAND b | MV_EXPAND c | MV_EXPAND d | MV_EXPAND e | MV_EXPAND f | MV_EXPAND g | MV_EXPAND h | MV_EXPAND i | MV_EXPAND j | WHERE a + b + c + d + e + f + g + h + i + j == 90 | KEEP title, v, at",
        "columnar": true,
        "time_zone": "+05:30",
        "wait_for_completion_timeout": "4s",
        "keep_alive": "10m"
      }
      """
    And the query is running
    When the client stops the query
    Then the query has finished
    And the query had begun before it was stopped
    And "columns.0.name" is "title"
    And "columns.1.name" is "v"
    And "columns.2.name" is "at"
    And "values.0.0" is "short"
    And "values.1.0" is 9
    And "values.2.0" is the date "2024-01-16T01:30:00+05:30"
    And "values.0" is kept as "titles"
    And "values.1" is kept as "numbers"
    And "values.2" is kept as "dates"
    When the client asks for the query, waiting "1s"
    Then the query has finished
    And "columns.0.name" is "title"
    And "columns.1.name" is "v"
    And "columns.2.name" is "at"
    And "values" is [$titles, $numbers, $dates]

  Scenario Outline: The body of an asynchronous query may be in <format>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" }, "word": { "type": "keyword" } } } }
      """
    And 6 numbered documents in "books"
    When the client starts the query sent as <format> with:
      """
      {
        "query": "FROM $books | WHERE n > ? | KEEP n, word | SORT n",
        "params": [1],
        "filter": { "range": { "n": { "lte": 3 } } },
        "columnar": true,
        "wait_for_completion_timeout": "20s"
      }
      """
    Then the response is a success
    And the column "n" has the type "integer"
    And the column "word" has the type "keyword"
    And "values" is [[2, 3], ["even", "odd"]]

    Examples:
      | clause                         | format |
      | async-query.post-body-in-yaml  | yaml   |
      | async-query.post-body-in-cbor  | cbor   |
      | async-query.post-body-in-smile | smile  |
