Feature: Sort entry members outside the specification
  Order, format and numeric type are specified. The behaviour with other members and other names is recorded.

  Background:
    Given an index "things" with:
      """json
      {
        "settings": { "number_of_shards": 2 },
        "mappings": {
          "properties": {
            "name": { "type": "text" },
            "tag": { "type": "keyword" },
            "size": { "type": "integer" },
            "weight": { "type": "double" },
            "big": { "type": "long" },
            "part": { "type": "half_float" },
            "price": { "type": "double" },
            "sold": { "type": "boolean" },
            "host": { "type": "ip" },
            "day": { "type": "date" },
            "at": { "type": "date_nanos" },
            "span": { "type": "integer_range" },
            "pieces": { "type": "nested", "properties": { "grams": { "type": "integer" }, "colour": { "type": "keyword" } } }
          }
        }
      }
      """
    And these documents in "things":
      | _id | name | tag              | size       | weight     | big                 | part | price | sold  | host        | day                            | at                             | pieces                                                                |
      | a   | one  | [ "b", "a" ]     | [ 1, 9 ]   | 1.5        | 9007199254740993    | 0.1  | 1.005 | true  | 10.0.0.2    | 2024-01-01                     | 2024-01-01T00:00:00.000000001Z | [ { "grams": 3, "colour": "red" }, { "grams": 9, "colour": "blue" } ] |
      | b   | two  | c                | 5          | [ -2, 10 ] | 9007199254740992    | 2    | 7.25  | false | 10.0.0.1    | [ "2024-02-01", "2024-01-15" ] | 2024-02-01                     | { "grams": 5, "colour": "green" }                                     |
      | c   |      |                  |            |            |                     |      |       |       |             |                                |                                |                                                                       |
      | d   | four | [ "d", "a0" ]    | [ 2, 3, 4] | 0          | -9223372036854775808 | -3  | -1    | [ true, false ] | 2001:db8::1 | 1969-12-31           | 2024-01-31T00:00:00.5Z         | { "colour": "red" }                                                   |

  @search.sort-options
  Scenario: Missing values, and the choice among several values
    Then it is recorded how the server answers these requests:
      | what                          | request               | body                                                                                               |
      | missing first                 | POST /$things/_search | { "sort": [{ "size": { "order": "asc", "missing": "_first" } }] }                                  |
      | missing last, falling         | POST /$things/_search | { "sort": [{ "size": { "order": "desc", "missing": "_last" } }] }                                  |
      | missing as a number           | POST /$things/_search | { "sort": [{ "size": { "missing": 4 } }] }                                                         |
      | missing as a fraction         | POST /$things/_search | { "sort": [{ "weight": { "missing": 0.5, "mode": "max" } }] }                                      |
      | missing as a date             | POST /$things/_search | { "sort": [{ "day": { "missing": "2024-01-20", "format": "yyyy-MM-dd" } }] }                       |
      | missing as a word             | POST /$things/_search | { "sort": [{ "tag": { "missing": "bb" } }] }                                                       |
      | missing words first           | POST /$things/_search | { "sort": [{ "tag": { "missing": "_first", "mode": "max" } }] }                                    |
      | missing words first, falling  | POST /$things/_search | { "sort": [{ "tag": { "order": "desc", "missing": "_first", "mode": "min" } }] }                   |
      | the smallest                  | POST /$things/_search | { "sort": [{ "size": { "mode": "min" } }] }                                                        |
      | the largest                   | POST /$things/_search | { "sort": [{ "size": { "mode": "max" } }] }                                                        |
      | the sum                       | POST /$things/_search | { "sort": [{ "size": { "mode": "sum", "order": "desc" } }] }                                       |
      | the mean                      | POST /$things/_search | { "sort": [{ "size": { "mode": "avg" } }] }                                                        |
      | the mean of fractions         | POST /$things/_search | { "sort": [{ "weight": { "mode": "avg" } }] }                                                      |
      | the middle                    | POST /$things/_search | { "sort": [{ "size": { "mode": "median" } }] }                                                     |
      | the middle of two             | POST /$things/_search | { "sort": [{ "weight": { "mode": "median" } }] }                                                   |
      | the mean of dates             | POST /$things/_search | { "sort": [{ "day": { "mode": "avg" } }] }                                                         |
      | the largest boolean           | POST /$things/_search | { "sort": [{ "sold": { "mode": "max", "order": "desc" } }] }                                       |
      | the sum of words              | POST /$things/_search | { "sort": [{ "tag": { "mode": "sum" } }] }                                                         |
      | no such field                 | POST /$things/_search | { "sort": [{ "none": "asc" }] }                                                                    |
      | no such field, of a type      | POST /$things/_search | { "sort": [{ "none": { "unmapped_type": "long", "missing": 3 } }, { "size": "asc" }] }             |
      | no such field, of a word type | POST /$things/_search | { "sort": [{ "none": { "unmapped_type": "keyword", "missing": "_first" } }, { "size": "desc" }] }  |
      | nested                        | POST /$things/_search | { "sort": [{ "pieces.grams": { "nested": { "path": "pieces" }, "mode": "max" } }] }                |
      | nested, rising                | POST /$things/_search | { "sort": [{ "pieces.grams": { "nested": { "path": "pieces" }, "order": "asc" } }] }               |
      | nested words                  | POST /$things/_search | { "sort": [{ "pieces.colour": { "nested": { "path": "pieces" }, "order": "desc" } }] }             |
      | nested without its path       | POST /$things/_search | { "sort": [{ "pieces.grams": "asc" }] }                                                            |

  @search.sort-options
  Scenario: Other names, and fields of other types
    Then it is recorded how the server answers these requests:
      | what                       | request                                       | body                                                                                                                                |
      | the score                  | POST /$things/_search                         | { "query": { "match": { "name": "one two" } }, "sort": ["_score", { "tag": "asc" }] }                                               |
      | the score, rising          | POST /$things/_search                         | { "query": { "match_all": {} }, "sort": [{ "_score": "asc" }, { "size": "desc" }], "track_scores": true }                            |
      | scores beside a sort       | POST /$things/_search                         | { "query": { "match": { "name": "one two" } }, "sort": [{ "size": "asc" }], "track_scores": true }                                   |
      | the id                     | POST /$things/_search                         | { "sort": [{ "_id": "desc" }] }                                                                                                     |
      | after an id                | POST /$things/_search                         | { "sort": [{ "_id": "asc" }], "search_after": ["b"] }                                                                               |
      | the index                  | POST /$things/_search                         | { "sort": [{ "_index": "asc" }, { "size": "asc" }] }                                                                                |
      | the sequence number        | POST /$things/_search                         | { "sort": [{ "_seq_no": "desc" }] }                                                                                                 |
      | the position               | POST /$things/_search                         | { "sort": ["_doc"] }                                                                                                                |
      | after a score              | POST /$things/_search                         | { "query": { "match_all": {} }, "sort": [{ "_score": "desc" }, { "tag": "asc" }], "search_after": [1, "a0"] }                        |
      | after nothing              | POST /$things/_search                         | { "sort": [{ "size": "asc" }, { "tag": "asc" }], "search_after": [null, null] }                                                      |
      | after a missing word       | POST /$things/_search                         | { "sort": [{ "tag": { "order": "desc", "missing": "_first" } }, { "size": "asc" }], "search_after": [null, 1] }                      |
      | after a number in a string | POST /$things/_search                         | { "sort": [{ "size": "asc" }], "search_after": ["2"] }                                                                              |
      | after a date               | POST /$things/_search                         | { "sort": [{ "day": "asc" }], "search_after": ["2024-01-01"] }                                                                      |
      | after a boolean            | POST /$things/_search                         | { "sort": [{ "sold": "asc" }], "search_after": [false] }                                                                            |
      | after a long               | POST /$things/_search                         | { "sort": [{ "big": "asc" }], "search_after": [9007199254740992] }                                                                   |
      | after an address           | POST /$things/_search                         | { "sort": [{ "host": "asc" }], "search_after": ["10.0.0.1"] }                                                                       |
      | longs                      | POST /$things/_search                         | { "sort": [{ "big": { "order": "desc" } }] }                                                                                        |
      | longs, missing first       | POST /$things/_search                         | { "sort": [{ "big": { "missing": "_first", "mode": "sum" } }] }                                                                     |
      | half floats                | POST /$things/_search                         | { "sort": [{ "part": "asc" }] }                                                                                                     |
      | doubles                    | POST /$things/_search                         | { "sort": [{ "price": "desc" }] }                                                                                                   |
      | addresses                  | POST /$things/_search                         | { "sort": [{ "host": { "order": "desc", "missing": "_first" } }] }                                                                  |
      | booleans                   | POST /$things/_search                         | { "sort": [{ "sold": { "order": "desc", "missing": false } }] }                                                                     |
      | a number of another type   | POST /$things/_search                         | { "sort": [{ "size": { "numeric_type": "double" } }, { "weight": { "numeric_type": "long" } }] }                                     |
      | a date as a number         | POST /$things/_search                         | { "sort": [{ "at": { "numeric_type": "date" } }, { "day": { "format": "epoch_second" } }] }                                          |
      | an old date in nanoseconds | POST /$things/_search                         | { "sort": [{ "day": { "numeric_type": "date_nanos" } }] }                                                                           |
      | a word of another type     | POST /$things/_search                         | { "sort": [{ "tag": { "numeric_type": "long" } }] }                                                                                 |
      | a text                     | POST /$things/_search                         | { "sort": [{ "name": "asc" }] }                                                                                                     |
      | a range                    | POST /$things/_search                         | { "sort": [{ "span": "asc" }] }                                                                                                     |
      | one entry without an array | POST /$things/_search                         | { "sort": { "size": { "order": "desc" } } }                                                                                         |
      | in the query string        | GET /$things/_search?sort=sold:desc,size,_doc |                                                                                                                                     |
      | an unknown order           | GET /$things/_search?sort=size:up             |                                                                                                                                     |
      | a range that sorts, few hits | POST /$things/_search                       | { "size": 1, "query": { "range": { "size": { "gte": 2 } } }, "sort": [{ "size": "desc" }], "track_total_hits": 1 }                   |

  @errors.malformed-searches
  Scenario: Invalid sort entries
    Then it is recorded how the server answers these wrong requests:
      | what                         | request               | body                                                                   |
      | a number                     | POST /$things/_search | { "sort": [5] }                                                        |
      | an unknown member            | POST /$things/_search | { "sort": [{ "size": { "oder": "asc" } }] }                            |
      | an unknown order             | POST /$things/_search | { "sort": [{ "size": "up" }] }                                         |
      | an unknown mode              | POST /$things/_search | { "sort": [{ "size": { "mode": "most" } }] }                           |
      | an unknown numeric type      | POST /$things/_search | { "sort": [{ "size": { "numeric_type": "word" } }] }                   |
      | a list of orders             | POST /$things/_search | { "sort": [{ "size": ["asc"] }] }                                      |
      | a script                     | POST /$things/_search | { "sort": [{ "_script": { "type": "number" } }] }                      |
      | nested without a path        | POST /$things/_search | { "sort": [{ "pieces.grams": { "nested": {} } }] }                     |
      | a missing that is no number  | POST /$things/_search | { "sort": [{ "size": { "missing": "few" } }] }                         |
      | a missing that is an object  | POST /$things/_search | { "sort": [{ "tag": { "missing": {} } }] }                             |
      | after a word                 | POST /$things/_search | { "sort": [{ "size": "asc" }], "search_after": ["few"] }               |
      | after an object              | POST /$things/_search | { "sort": [{ "size": "asc" }], "search_after": [{}] }                  |
      | after no value               | POST /$things/_search | { "sort": [{ "size": "asc" }], "search_after": [] }                    |
      | after something else         | POST /$things/_search | { "sort": [{ "size": "asc" }], "search_after": 5 }                     |
      | after no address             | POST /$things/_search | { "sort": [{ "host": "asc" }], "search_after": ["here"] }              |
      | after no date                | POST /$things/_search | { "sort": [{ "day": "asc" }], "search_after": ["soon"] }               |
      | after no id                  | POST /$things/_search | { "sort": [{ "_id": "asc" }], "search_after": [null] }                 |
