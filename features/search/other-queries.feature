Feature: Queries outside the specification
  The specification describes range, term, terms and match. Clients of such a service use more query types and more
  members of these; the behaviour of the server is recorded here, not judged.

  Background:
    Given an index "things" with:
      """json
      {
        "mappings": {
          "properties": {
            "name": { "type": "text", "fields": { "raw": { "type": "keyword", "ignore_above": 20 } } },
            "note": { "type": "text", "analyzer": "whitespace", "search_analyzer": "standard" },
            "tag": { "type": "keyword" },
            "size": { "type": "integer" },
            "weight": { "type": "double" },
            "count": { "type": "long", "index": false },
            "sold": { "type": "boolean" },
            "host": { "type": "ip" },
            "day": { "type": "date" },
            "at": { "type": "date_nanos" },
            "span": { "type": "integer_range" },
            "part": { "type": "float_range" },
            "open": { "type": "date_range", "format": "yyyy-MM-dd" },
            "net": { "type": "ip_range" },
            "pieces": {
              "type": "nested",
              "properties": { "colour": { "type": "keyword" }, "grams": { "type": "integer" } }
            },
            "label": { "type": "alias", "path": "tag" }
          }
        }
      }
      """
    And these documents in "things":
      | _id | name                    | note       | tag              | size | weight | count | sold  | host        | day        | at                             | span                    | part                     | open                                         | net                                          | pieces                                                                    |
      | a   | the quick brown fox     | Red Green  | wood             | 5    | 1.5    | 7     | true  | 10.0.0.1    | 2024-01-15 | 2024-01-15T10:00:00.000000001Z | { "gte": 1, "lte": 5 }  | { "gte": 0.5, "lt": 2 }  | { "gte": "2024-01-01", "lte": "2024-01-31" } | { "gte": "10.0.0.0", "lte": "10.0.0.255" }   | [ { "colour": "red", "grams": 3 }, { "colour": "blue", "grams": 9 } ]     |
      | b   | a brown bear, a fox     | green      | wool             | 10   | -2.25  | 8     | false | 10.0.1.7    | 2024-02-20 | 2024-02-20T10:00:00.5Z         | { "gt": 4, "lt": 12 }   | { "gt": 1 }              | { "gt": "2024-01-31", "lt": "2024-03-01" }   | 10.0.0.0/16                                  | { "colour": "red", "grams": 12 }                                          |
      | c   | quick thinking          | blue sky   | [ "Wood", "x?" ] | 15   | 0      | 9     | true  | 2001:db8::1 | 2024-03-31 | 2024-03-31T23:59:59Z           | { "gte": 20 }           | { "lte": -1 }            | { "gte": "2025-01-01" }                      | 2001:db8::/32                                |                                                                           |
      | d   | fox, fox and fox again  |            | iron             | -5   | 1e3    |       |       |             |            |                                |                         |                          |                                              |                                              | []                                                                        |
      | e   |                         |            | iron ore         |      |        |       | false | 192.168.0.9 | 2023-12-31 | 2023-12-31T00:00:00Z           | { "gte": -3, "lte": 3 } |                          |                                              |                                              | { "colour": "green" }                                                     |

  @search.other-queries
  Scenario: Queries that combine other queries
    Then it is recorded how the server answers these requests:
      | what                          | request               | body                                                                                                                                                                                                             |
      | everything                    | POST /$things/_search | { "query": { "match_all": { "boost": 2 } } }                                                                                                                                                                     |
      | nothing                       | POST /$things/_search | { "query": { "match_none": {} } }                                                                                                                                                                                |
      | bool with every kind          | POST /$things/_search | { "query": { "bool": { "must": { "match": { "name": "fox" } }, "filter": [{ "range": { "size": { "gt": -5 } } }], "should": [{ "term": { "tag": "wool" } }], "must_not": { "term": { "sold": true } } } } }         |
      | only should                   | POST /$things/_search | { "query": { "bool": { "should": [{ "term": { "tag": "wood" } }, { "term": { "tag": "wool" } }, { "match_all": {} }] } } }                                                                                       |
      | two of three                  | POST /$things/_search | { "query": { "bool": { "should": [{ "match": { "name": "fox" } }, { "match": { "name": "quick" } }, { "range": { "size": { "gte": 10 } } }], "minimum_should_match": 2 } } }                                      |
      | all of two                    | POST /$things/_search | { "query": { "bool": { "should": [{ "match": { "name": "fox" } }, { "term": { "tag": "wood" } }], "minimum_should_match": "100%", "boost": 1.5 } } }                                                              |
      | all but one                   | POST /$things/_search | { "query": { "bool": { "should": [{ "match": { "name": "fox" } }, { "term": { "tag": "wood" } }], "minimum_should_match": "-1" } } }                                                                              |
      | a number by condition         | POST /$things/_search | { "query": { "bool": { "should": [{ "match": { "name": "fox" } }, { "term": { "tag": "wood" } }, { "match_all": {} }], "minimum_should_match": "1<75% 4<50%" } } }                                                |
      | more than there are           | POST /$things/_search | { "query": { "bool": { "should": [{ "match": { "name": "fox" } }], "minimum_should_match": 3 } } }                                                                                                                |
      | only must_not                 | POST /$things/_search | { "query": { "bool": { "must_not": [{ "exists": { "field": "size" } }] } } }                                                                                                                                     |
      | must_not everything           | POST /$things/_search | { "query": { "bool": { "must_not": { "match_all": {} } } } }                                                                                                                                                     |
      | two musts that are everything | POST /$things/_search | { "query": { "bool": { "must": [{ "match_all": {} }, { "match_all": {} }] } } }                                                                                                                                  |
      | an empty bool                 | POST /$things/_search | { "query": { "bool": {} } }                                                                                                                                                                                      |
      | constant score                | POST /$things/_search | { "query": { "constant_score": { "filter": { "match": { "name": "fox" } }, "boost": 3 } } }                                                                                                                      |
      | nested                        | POST /$things/_search | { "query": { "nested": { "path": "pieces", "query": { "bool": { "must": [{ "term": { "pieces.colour": "red" } }, { "range": { "pieces.grams": { "gt": 5 } } }] } } } } }                                          |
      | nested, largest score         | POST /$things/_search | { "query": { "nested": { "path": "pieces", "score_mode": "max", "query": { "match": { "pieces.colour": "red" } } } } }                                                                                           |
      | nested, smallest score        | POST /$things/_search | { "query": { "nested": { "path": "pieces", "score_mode": "min", "query": { "match_all": {} } } } }                                                                                                               |
      | nested, sum of scores         | POST /$things/_search | { "query": { "nested": { "path": "pieces", "score_mode": "sum", "query": { "exists": { "field": "pieces.colour" } }, "boost": 2 } } }                                                                            |
      | nested, no score              | POST /$things/_search | { "query": { "nested": { "path": "pieces", "score_mode": "none", "query": { "term": { "pieces.colour": "blue" } } } } }                                                                                          |
      | not nested                    | POST /$things/_search | { "query": { "nested": { "path": "tag", "query": { "match_all": {} } } } }                                                                                                                                       |
      | not nested, overlooked        | POST /$things/_search | { "query": { "nested": { "path": "tag", "query": { "match_all": {} }, "ignore_unmapped": true } } }                                                                                                              |
      | a nested field from outside   | POST /$things/_search | { "query": { "term": { "pieces.colour": "red" } } }                                                                                                                                                              |

  @search.other-queries
  Scenario: Queries for documents or words
    Then it is recorded how the server answers these requests:
      | what                         | request               | body                                                                                                 |
      | ids                          | POST /$things/_search | { "query": { "ids": { "values": ["a", "c", "z"] } } }                                                |
      | one id                       | POST /$things/_search | { "query": { "ids": { "values": "b", "boost": 2 } } }                                                |
      | the field _id                | POST /$things/_search | { "query": { "terms": { "_id": ["a", "d"] } } }                                                      |
      | the field _index             | POST /$things/_search | { "query": { "term": { "_index": "$things" } } }                                                     |
      | the field _index, another    | POST /$things/_search | { "query": { "prefix": { "_index": "no-such" } } }                                                   |
      | the start of _index          | POST /$things/_search | { "query": { "prefix": { "_index": "ck-" } } }                                                       |
      | the field _routing           | POST /$things/_search | { "query": { "term": { "_routing": "x" } } }                                                         |
      | exists                       | POST /$things/_search | { "query": { "exists": { "field": "size", "boost": 2 } } }                                           |
      | exists, text                 | POST /$things/_search | { "query": { "exists": { "field": "name" } } }                                                       |
      | exists, range                | POST /$things/_search | { "query": { "exists": { "field": "open" } } }                                                       |
      | exists, pattern              | POST /$things/_search | { "query": { "exists": { "field": "s*" } } }                                                         |
      | exists, alias of a field     | POST /$things/_search | { "query": { "exists": { "field": "label" } } }                                                      |
      | exists, _id                  | POST /$things/_search | { "query": { "exists": { "field": "_id" } } }                                                        |
      | exists, no such field        | POST /$things/_search | { "query": { "exists": { "field": "none" } } }                                                       |
      | prefix                       | POST /$things/_search | { "query": { "prefix": { "tag": "wo" } } }                                                           |
      | prefix in either case        | POST /$things/_search | { "query": { "prefix": { "tag": { "value": "WO", "case_insensitive": true } } } }                    |
      | prefix of a word             | POST /$things/_search | { "query": { "prefix": { "name": { "value": "qui", "boost": 2 } } } }                                |
      | prefix of a number           | POST /$things/_search | { "query": { "prefix": { "size": "1" } } }                                                           |
      | wildcard                     | POST /$things/_search | { "query": { "wildcard": { "tag": "w*o?" } } }                                                       |
      | wildcard, escaped            | POST /$things/_search | { "query": { "wildcard": { "tag": "x\\\\?" } } }                                                     |
      | wildcard in either case      | POST /$things/_search | { "query": { "wildcard": { "tag": { "value": "W?O*", "case_insensitive": true } } } }                |
      | wildcard that begins so      | POST /$things/_search | { "query": { "wildcard": { "tag": "*o*o*" } } }                                                      |
      | wildcard of an alias         | POST /$things/_search | { "query": { "wildcard": { "label": "ir*" } } }                                                      |
      | phrase                       | POST /$things/_search | { "query": { "match_phrase": { "name": "brown fox" } } }                                             |
      | phrase with slop             | POST /$things/_search | { "query": { "match_phrase": { "name": { "query": "fox brown", "slop": 4 } } } }                     |
      | phrase of one word           | POST /$things/_search | { "query": { "match_phrase": { "name": { "query": "bear", "boost": 2 } } } }                         |
      | phrase, a word more than once | POST /$things/_search | { "query": { "match_phrase": { "name": "fox fox" } } }                                              |
      | phrase of words not there    | POST /$things/_search | { "query": { "match_phrase": { "name": "blue whale" } } }                                            |
      | phrase without words         | POST /$things/_search | { "query": { "match_phrase": { "name": "" } } }                                                      |
      | phrase on a keyword          | POST /$things/_search | { "query": { "match_phrase": { "tag": "iron ore" } } }                                               |

  @search.match-options
  Scenario: Members of match
    Then it is recorded how the server answers these requests:
      | what                          | request               | body                                                                                                        |
      | the short form                | POST /$things/_search | { "query": { "match": { "name": "quick bear" } } }                                                          |
      | a least number of words       | POST /$things/_search | { "query": { "match": { "name": { "query": "quick brown fox", "minimum_should_match": "2" } } } }           |
      | a part of the words           | POST /$things/_search | { "query": { "match": { "name": { "query": "quick brown fox", "minimum_should_match": "75%" } } } }         |
      | an analyzer of the field      | POST /$things/_search | { "query": { "match": { "note": { "query": "Green", "analyzer": "whitespace" } } } }                        |
      | the analyzer for searches     | POST /$things/_search | { "query": { "match": { "note": "GREEN" } } }                                                               |
      | another analyzer              | POST /$things/_search | { "query": { "match": { "note": { "query": "Green", "analyzer": "no-such" } } } }                           |
      | no words, nothing             | POST /$things/_search | { "query": { "match": { "name": { "query": "", "zero_terms_query": "none" } } } }                           |
      | no words, everything          | POST /$things/_search | { "query": { "match": { "name": { "query": "...", "zero_terms_query": "all" } } } }                         |
      | a number on a text            | POST /$things/_search | { "query": { "match": { "name": 5 } } }                                                                     |
      | a number on a number          | POST /$things/_search | { "query": { "match": { "size": { "query": 10, "boost": 2 } } } }                                           |
      | a word on a number            | POST /$things/_search | { "query": { "match": { "size": "many" } } }                                                                |
      | a word on a number, leniently | POST /$things/_search | { "query": { "match": { "size": { "query": "many", "lenient": true } } } }                                  |
      | a keyword                     | POST /$things/_search | { "query": { "match": { "tag": { "query": "iron ore", "operator": "AND" } } } }                             |
      | a multi-field                 | POST /$things/_search | { "query": { "match": { "name.raw": "quick thinking" } } }                                                  |
      | a multi-field, too long       | POST /$things/_search | { "query": { "match": { "name.raw": "fox, fox and fox again" } } }                                          |
      | no such field                 | POST /$things/_search | { "query": { "match": { "none": "x" } } }                                                                   |

  @search.range-options
  Scenario: Members of range
    Then it is recorded how the server answers these requests:
      | what                            | request               | body                                                                                                               |
      | gt and lt                       | POST /$things/_search | { "query": { "range": { "size": { "gt": 5, "lt": 15 } } } }                                                        |
      | no bounds                       | POST /$things/_search | { "query": { "range": { "size": { "gte": null, "lte": null } } } }                                                 |
      | the older form                  | POST /$things/_search | { "query": { "range": { "size": { "from": 5, "to": 15, "include_lower": false, "include_upper": true } } } }       |
      | a fraction on an integer        | POST /$things/_search | { "query": { "range": { "size": { "gte": 4.5, "lte": "10.2", "boost": 2 } } } }                                    |
      | beyond an integer               | POST /$things/_search | { "query": { "range": { "size": { "gte": -1e12, "lt": 99999999999 } } } }                                          |
      | doubles                         | POST /$things/_search | { "query": { "range": { "weight": { "gt": -2.25, "lte": 1000 } } } }                                               |
      | a number without an index       | POST /$things/_search | { "query": { "range": { "count": { "gte": 8 } } } }                                                                |
      | booleans                        | POST /$things/_search | { "query": { "range": { "sold": { "gte": "true" } } } }                                                            |
      | keywords                        | POST /$things/_search | { "query": { "range": { "tag": { "gt": "iron", "lt": "wood" } } } }                                                |
      | words of a text                 | POST /$things/_search | { "query": { "range": { "name": { "gte": "f", "lte": "foy" } } } }                                                 |
      | addresses                       | POST /$things/_search | { "query": { "range": { "host": { "gte": "10.0.0.0", "lt": "10.0.1.7" } } } }                                      |
      | addresses of both versions      | POST /$things/_search | { "query": { "range": { "host": { "gt": "192.168.0.9" } } } }                                                      |
      | a day ends at its end           | POST /$things/_search | { "query": { "range": { "day": { "lte": "2024-02", "gt": "2023" } } } }                                            |
      | a format of the request         | POST /$things/_search | { "query": { "range": { "day": { "gte": "15/01/2024", "lt": "31/03/2024", "format": "dd/MM/yyyy" } } } }           |
      | several formats                 | POST /$things/_search | { "query": { "range": { "day": { "gte": "1705276800000", "lte": "20240220", "format": "basic_date\|\|epoch_millis" } } } } |
      | a time zone                     | POST /$things/_search | { "query": { "range": { "at": { "gte": "2024-04-01T00:00:00", "time_zone": "+01:00" } } } }                        |
      | a named time zone               | POST /$things/_search | { "query": { "range": { "at": { "lt": "2024-04-01", "gte": "2024-01-15\|\|/d", "time_zone": "Europe/Paris" } } } } |
      | date math                       | POST /$things/_search | { "query": { "range": { "day": { "gte": "2024-01-31\|\|+1M/M", "lte": "2024-01-31\|\|+2M-1d/d" } } } }             |
      | date math by week and year      | POST /$things/_search | { "query": { "range": { "day": { "gte": "2024-03-31\|\|/w", "lt": "2024-01-01\|\|+1y/y" } } } }                    |
      | date math with small units      | POST /$things/_search | { "query": { "range": { "at": { "gt": "2024-01-15\|\|+10h-1m+60s/m", "lt": "2024-03-31\|\|+1d/h" } } } }           |
      | before this moment              | POST /$things/_search | { "query": { "range": { "day": { "lt": "now-1d/d" } } } }                                                          |
      | after this moment               | POST /$things/_search | { "query": { "range": { "day": { "gt": "now+1h" } } } }                                                            |
      | a number on a date              | POST /$things/_search | { "query": { "range": { "day": { "gte": 1705276800000 } } } }                                                      |
      | nanoseconds                     | POST /$things/_search | { "query": { "range": { "at": { "gt": "2024-01-15T10:00:00.000000001Z", "lte": "2024-02-20T10:00:00.5Z" } } } }    |
      | ranges that meet                | POST /$things/_search | { "query": { "range": { "span": { "gte": 4, "lte": 6 } } } }                                                       |
      | ranges inside                   | POST /$things/_search | { "query": { "range": { "span": { "gte": 0, "lte": 12, "relation": "within" } } } }                                |
      | ranges around                   | POST /$things/_search | { "query": { "range": { "span": { "gt": 1, "lt": 5, "relation": "contains" } } } }                                 |
      | ranges of fractions             | POST /$things/_search | { "query": { "range": { "part": { "gte": 1.5, "relation": "intersects" } } } }                                     |
      | ranges of dates                 | POST /$things/_search | { "query": { "range": { "open": { "gte": "2024-01-31", "lte": "2024-02-01" } } } }                                 |
      | ranges of dates inside          | POST /$things/_search | { "query": { "range": { "open": { "gte": "2024-01-01", "relation": "within" } } } }                                |
      | ranges of addresses             | POST /$things/_search | { "query": { "range": { "net": { "gte": "10.0.0.7", "lte": "10.0.200.1" } } } }                                    |
      | ranges of addresses inside      | POST /$things/_search | { "query": { "range": { "net": { "gte": "10.0.0.0", "lte": "10.0.1.0", "relation": "within" } } } }                |
      | ranges of addresses around      | POST /$things/_search | { "query": { "range": { "net": { "gt": "10.0.3.0", "lt": "10.0.4.0", "relation": "contains" } } } }                |

  @search.terms-by-type
  Scenario: Values of term and terms
    Then it is recorded how the server answers these requests:
      | what                        | request               | body                                                                                        |
      | either case                 | POST /$things/_search | { "query": { "term": { "tag": { "value": "WOOD", "case_insensitive": true } } } }           |
      | a boost                     | POST /$things/_search | { "query": { "term": { "tag": { "value": "wood", "boost": 2.5 } } } }                       |
      | a word of a text            | POST /$things/_search | { "query": { "term": { "name": "fox" } } }                                                  |
      | words of a text             | POST /$things/_search | { "query": { "terms": { "name": ["bear", "again"], "boost": 2 } } }                         |
      | a boolean                   | POST /$things/_search | { "query": { "term": { "sold": true } } }                                                   |
      | a boolean in a string       | POST /$things/_search | { "query": { "terms": { "sold": ["false"] } } }                                             |
      | a number in a string        | POST /$things/_search | { "query": { "term": { "size": "10" } } }                                                   |
      | a fraction on an integer    | POST /$things/_search | { "query": { "term": { "size": 10.5 } } }                                                   |
      | numbers                     | POST /$things/_search | { "query": { "terms": { "weight": [0, -2.25, "1000"] } } }                                  |
      | a date                      | POST /$things/_search | { "query": { "term": { "day": "2024-02-20" } } }                                            |
      | dates                       | POST /$things/_search | { "query": { "terms": { "day": ["2024-01-15", "2024-03-31T00:00:00Z", 1703980800000] } } }  |
      | a moment in nanoseconds     | POST /$things/_search | { "query": { "term": { "at": "2024-01-15T10:00:00.000000001Z" } } }                         |
      | an address                  | POST /$things/_search | { "query": { "term": { "host": "10.0.0.1" } } }                                             |
      | an address of six words     | POST /$things/_search | { "query": { "term": { "host": "2001:0db8:0:0:0:0:0:1" } } }                                |
      | networks                    | POST /$things/_search | { "query": { "terms": { "host": ["10.0.0.0/16", "2001:db8::/32"] } } }                      |
      | what lies in a range        | POST /$things/_search | { "query": { "term": { "span": 5 } } }                                                      |
      | a date in ranges            | POST /$things/_search | { "query": { "terms": { "open": ["2024-01-31", "2024-02-10"] } } }                          |
      | an address in ranges        | POST /$things/_search | { "query": { "term": { "net": "10.0.0.77" } } }                                             |
      | a number on a keyword       | POST /$things/_search | { "query": { "term": { "tag": 5 } } }                                                       |
      | no such field               | POST /$things/_search | { "query": { "terms": { "none": ["x"] } } }                                                 |
