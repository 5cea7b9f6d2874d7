Feature: copy_to, the copied values (field mapping parameter copy_to, rules 1 to 4)

  @copy-to.name-as-string
  Scenario: One target: the value is also found in the target
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "title": { "type": "text", "copy_to": "everything" },
            "place": { "type": "text" },
            "everything": { "type": "text" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | title   | place  |
      | 1   | orlando | london |
      | 2   | emma    | rome   |
    When the client searches "books" with:
      """json
      { "query": { "match": { "everything": { "query": "orlando" } } } }
      """
    Then the hits are "1"
    And the client searches "books" with:
      """json
      { "query": { "match": { "title": { "query": "orlando" } } } }
      """
    And the hits are "1"
    And the client searches "books" with:
      """json
      { "query": { "match": { "everything": { "query": "london" } } } }
      """
    And there are 0 hits

  @copy-to.several-targets
  Scenario Outline: An array of twelve targets: the value is copied into <target>
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "title": {
              "type": "keyword",
              "copy_to": ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
            },
            "one": { "type": "keyword" }, "two": { "type": "keyword" }, "three": { "type": "keyword" },
            "four": { "type": "keyword" }, "five": { "type": "keyword" }, "six": { "type": "keyword" },
            "seven": { "type": "keyword" }, "eight": { "type": "keyword" }, "nine": { "type": "keyword" },
            "ten": { "type": "keyword" }, "eleven": { "type": "keyword" }, "twelve": { "type": "keyword" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | title   |
      | 1   | orlando |
      | 2   | emma    |
    When the client searches "books" with:
      """json
      { "query": { "term": { "<target>": "orlando" } } }
      """
    Then the hits are "1"

    Examples:
      | target |
      | one    |
      | ten    |
      | eleven |
      | twelve |

  @copy-to.several-targets
  Scenario: An array of targets: the value is copied into each target
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "title": { "type": "text", "copy_to": ["one", "two", "größe"] },
            "one": { "type": "text" },
            "two": { "type": "text" },
            "größe": { "type": "keyword" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | title   |
      | 1   | orlando |
      | 2   | emma    |
    When the client searches "books" with:
      """json
      { "query": { "match": { "one": { "query": "orlando" } } } }
      """
    Then the hits are "1"
    And the client searches "books" with:
      """json
      { "query": { "match": { "two": { "query": "orlando" } } } }
      """
    And the hits are "1"
    And the client searches "books" with:
      """json
      { "query": { "term": { "größe": "orlando" } } }
      """
    And the hits are "1"

  @copy-to.copies-values
  Scenario: Values are copied in an index that is created with settings, too
    Given an index "books" with:
      """json
      {
        "settings": { "number_of_shards": 1 },
        "mappings": {
          "properties": {
            "title": { "type": "text", "copy_to": "one" },
            "one": { "type": "text" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | title   |
      | 1   | orlando |
      | 2   | emma    |
    When the client searches "books" with:
      """json
      { "query": { "match": { "one": { "query": "orlando" } } } }
      """
    Then the hits are "1"

  @copy-to.several-sources
  Scenario: Several sources with one target can be queried together
    Given an index "people" with:
      """json
      {
        "mappings": {
          "properties": {
            "first_name": { "type": "text", "copy_to": "full_name" },
            "middle_name": { "type": "text", "copy_to": "full_name" },
            "last_name": { "type": "text", "copy_to": "full_name" },
            "pen_name": { "type": "keyword", "copy_to": "full_name" },
            "full_name": { "type": "text" }
          }
        }
      }
      """
    And these documents in "people":
      | _id | first_name | middle_name | last_name | pen_name |
      | 1   | virginia   | adeline     | woolf     | orlando  |
      | 2   | virginia   | adeline     | forster   | orlando  |
      | 3   | leonard    | adeline     | woolf     | orlando  |
      | 4   | virginia   | maria       | woolf     | orlando  |
      | 5   | virginia   | adeline     | woolf     | emma     |
    When the client searches "people" with:
      """json
      { "query": { "match": { "full_name": { "operator": "and", "query": "virginia adeline woolf orlando" } } } }
      """
    Then the hits are "1"

  @copy-to.copies-values
  Scenario Outline: The original value is copied, not the terms that its analyzer produces: <what>
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "place": { "type": "text",<analyzers> "copy_to": "exact_place" },
            "exact_place": { "type": "keyword" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | place    |
      | 1   | New York |
    When the client searches "books" with:
      """json
      { "query": { "term": { "exact_place": "New York" } } }
      """
    Then the hits are "1"
    And the client searches "books" with:
      """json
      { "query": { "terms": { "exact_place": ["new", "york", "New", "York"] } } }
      """
    And there are 0 hits

    Examples:
      | what             | analyzers                                                 |
      | the usual one    |                                                           |
      | a named one      | "analyzer": "whitespace",                                 |
      | one of its own   | "analyzer": "whitespace", "search_analyzer": "keyword",   |

  @copy-to.copies-values
  Scenario: A text target analyzes the value of a keyword source
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "place": { "type": "keyword", "copy_to": "place_words" },
            "place_words": { "type": "text" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | place       |
      | 1   | new york    |
      | 2   | new orleans |
    When the client searches "books" with:
      """json
      { "query": { "match": { "place_words": { "query": "york" } } } }
      """
    Then the hits are "1"
    And the client searches "books" with:
      """json
      { "query": { "match": { "place_words": { "query": "new" } } } }
      """
    And the hits are "1, 2" in any order

  @copy-to.target-range-query
  Scenario: A numeric target answers range queries
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "pages": { "type": "integer", "copy_to": "extent" },
            "extent": { "type": "integer" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | pages | extent |
      | 1   | 9     |        |
      | 2   | 10    |        |
      | 3   | 100   |        |
      | 4   |       | 10     |
    When the client searches "books" with:
      """json
      { "query": { "range": { "extent": { "gte": 9, "lte": 10 } } } }
      """
    Then the hits are "1, 2, 4" in any order

  @copy-to.target-range-query @query.where-restricts-rows
  Scenario: A query reads copied numbers as those of the target
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "pages": { "type": "integer", "copy_to": "extent" },
            "extent": { "type": "integer" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | pages | extent |
      | 1   | 9     |        |
      | 2   | 100   |        |
      | 3   |       | 10     |
    When the client queries:
      """
      FROM $books | WHERE extent <= 10 | KEEP extent | SORT extent | LIMIT 10
      """
    Then the rows are:
      | extent |
      | 9      |
      | 10     |

  @copy-to.source-unmodified
  Scenario: The source of the hit does not contain the copy
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "title": { "type": "text", "copy_to": "everything" },
            "everything": { "type": "text" }
          }
        }
      }
      """
    And the document "1" in "books":
      """json
      { "title": "orlando", "pages": 333 }
      """
    When the client searches "books" with:
      """json
      { "query": { "match": { "everything": { "query": "orlando" } } } }
      """
    Then the hits are "1"
    And "hits.hits.0._source" is {"title": "orlando", "pages": 333}
    And "hits.hits.0._source.everything" is absent

  @copy-to.not-recursive
  Scenario: A copied value is not copied again
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "title": { "type": "text", "copy_to": "between" },
            "between": { "type": "text", "copy_to": "last" },
            "last": { "type": "text" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | title   | between |
      | 1   | orlando |         |
      | 2   |         | orlando |
    When the client searches "books" with:
      """json
      { "query": { "match": { "between": { "query": "orlando" } } } }
      """
    Then the hits are "1, 2" in any order
    And the client searches "books" with:
      """json
      { "query": { "match": { "last": { "query": "orlando" } } } }
      """
    And the hits are "2"

  @copy-to.date-range-not-copied
  Scenario Outline: No value of type <type> is copied into a field of type <target>
    Given an index "books" with:
      """json
      { "mappings": { "properties": { "copies": { "type": "<target>" } } } }
      """
    And the client indexes the document "1" in "books":
      """json
      { "copies": <own> }
      """
    And the documents of "books" are visible
    And the client searches "books" with:
      """json
      { "query": { "range": { "copies": { "gte": <least> } } } }
      """
    And the hits are "1"
    And the unused name "loans"
    When the client creates the index "loans" with:
      """json
      {
        "mappings": {
          "properties": {
            "loan": { "type": "<type>", "copy_to": "copies" },
            "copies": { "type": "<target>" }
          }
        }
      }
      """
    And the client indexes the document "1" in "loans":
      """json
      { "loan": <value> }
      """
    And the documents of "loans" are visible
    And the client searches "loans" with:
      """json
      { "query": { "range": { "copies": { "gte": <least> } } } }
      """
    Then the request is refused or has no hits

    Examples:
      | type          | target        | own                     | least | value                                                            |
      | date_range    | keyword       | "january"               | ""    | { "gte": "2024-01-01T00:00:00Z", "lte": "2024-01-31T00:00:00Z" } |
      | integer_range | integer_range | { "gte": 1, "lte": 31 } | 1     | { "gte": 1, "lte": 31 }                                          |

  @copy-to.date-range-answer
  Scenario: The request that is refused for copy_to on a date_range
    Given the unused name "loans"
    When the client creates the index "loans" with:
      """json
      {
        "mappings": {
          "properties": {
            "loan": { "type": "date_range", "copy_to": "copies" },
            "copies": { "type": "keyword" }
          }
        }
      }
      """
    And the client indexes the document "1" in "loans":
      """json
      { "loan": { "gte": "2024-01-01T00:00:00Z", "lte": "2024-01-31T00:00:00Z" } }
      """
    Then it is recorded which request is refused

  @copy-to.copies-values
  Scenario: Every value of an array is copied
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "places": { "type": "text", "copy_to": "exact_places" },
            "exact_places": { "type": "keyword" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | places                         |
      | 1   | [ "New York", "Rome", "Oslo" ] |
      | 2   | [ "Paris" ]                    |
    When the client searches "books" with:
      """json
      { "query": { "term": { "exact_places": "New York" } } }
      """
    Then the hits are "1"
    And the client searches "books" with:
      """json
      { "query": { "term": { "exact_places": "Rome" } } }
      """
    And the hits are "1"
    And the client searches "books" with:
      """json
      { "query": { "term": { "exact_places": "Oslo" } } }
      """
    And the hits are "1"

  @copy-to.copies-values
  Scenario Outline: A value that programs may take for none is copied: <value> of the type <type>
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": { "mark": { "type": "<type>", "copy_to": ["one", "two"] }, "one": { "type": "<type>" }, "two": { "type": "<type>" } }
        }
      }
      """
    And these documents in "books":
      | _id | mark             |
      | 1   | <value>          |
      | 2   | <other>          |
      | 3   | [<other>, <value>] |
      | 4   |                  |
    When the client searches "books" with:
      """json
      { "query": { "term": { "one": <value> } } }
      """
    Then the hits are "1, 3" in any order
    When the client searches "books" with:
      """json
      { "query": { "term": { "two": <value> } } }
      """
    Then the hits are "1, 3" in any order

    Examples:
      | type    | value   | other |
      | integer | 0       | 7     |
      | integer | -1      | 7     |
      | keyword | ""      | "a"   |
      | keyword | " "     | "a"   |
      | keyword | "null"  | "a"   |
      | keyword | "false" | "a"   |

  @copy-to.name-as-string
  Scenario: A target with its own value contains both that value and the copy
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "title": { "type": "text", "copy_to": "everything" },
            "everything": { "type": "text" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | title   | everything |
      | 1   | orlando | biography  |
      | 2   | emma    | novel      |
    When the client searches "books" with:
      """json
      { "query": { "match": { "everything": { "query": "orlando" } } } }
      """
    Then the hits are "1"
    And the client searches "books" with:
      """json
      { "query": { "match": { "everything": { "query": "biography" } } } }
      """
    And the hits are "1"

  @copy-to.name-as-string
  Scenario: A field inside an object is copied to a field at the root
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "author": {
              "properties": { "name": { "type": "text", "copy_to": "everything" } }
            },
            "everything": { "type": "text" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | author                       |
      | 1   | { "name": "virginia woolf" } |
      | 2   | { "name": "jane austen" }    |
    When the client searches "books" with:
      """json
      { "query": { "match": { "everything": { "query": "woolf" } } } }
      """
    Then the hits are "1"
