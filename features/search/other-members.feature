Feature: Search members and parameters outside the specification
  Records which parts of its document a hit contains, and the effect of other members of a search.

  Background:
    Given an index "things" with:
      """json
      {
        "mappings": {
          "properties": {
            "name": { "type": "text", "fields": { "raw": { "type": "keyword", "ignore_above": 5 } }, "copy_to": "all" },
            "all": { "type": "text" },
            "tag": { "type": "keyword" },
            "size": { "type": "integer" },
            "sold": { "type": "boolean" },
            "host": { "type": "ip" },
            "day": { "type": "date", "format": "yyyy-MM-dd", "ignore_malformed": true },
            "at": { "type": "date_nanos" },
            "span": { "type": "integer_range" },
            "maker": { "properties": { "name": { "type": "keyword" }, "town": { "type": "keyword" } } },
            "pieces": { "type": "nested", "properties": { "grams": { "type": "integer" } } }
          }
        }
      }
      """
    And these documents in "things":
      | _id | name      | tag          | size | sold  | host     | day        | at                             | span        | maker                              | pieces                           | maker.code |
      | a   | short     | [ "z", "b" ] | 3    | true  | 10.0.0.1 | 2024-01-01 | 2024-01-01T00:00:00.000000001Z | { "gte": 1 } | { "name": "ann", "town": "rome" }  | [ { "grams": 3 }, { "grams": 4 } ] | 7        |
      | b   | much more | b            | 12   | false |          | 2024-01-02 |                                |             | [ { "name": "bo" }, { "name": null } ] |                                |            |

  @search.source-selection
  Scenario: The contents of the hits
    Then it is recorded how the server answers these requests:
      | what                        | request                                                              | body                                                                                                                             |
      | no source                   | POST /$things/_search                                                | { "_source": false }                                                                                                             |
      | the source                  | POST /$things/_search                                                | { "_source": true }                                                                                                              |
      | one member                  | POST /$things/_search                                                | { "_source": "tag" }                                                                                                             |
      | members by pattern          | POST /$things/_search                                                | { "_source": ["maker.*", "s*"] }                                                                                                 |
      | a whole object              | POST /$things/_search                                                | { "_source": ["maker", "pieces.grams"] }                                                                                         |
      | with and without            | POST /$things/_search                                                | { "_source": { "includes": ["maker", "p*"], "excludes": ["*.town", "pieces"] } }                                                 |
      | all but some                | POST /$things/_search                                                | { "_source": { "excludes": "maker" } }                                                                                           |
      | nothing of it               | POST /$things/_search                                                | { "_source": ["none"] }                                                                                                          |
      | by parameters               | GET /$things/_search?_source_includes=maker,tag&_source_excludes=*.name |                                                                                                                               |
      | none by a parameter         | GET /$things/_search?_source=false                                   |                                                                                                                                  |
      | some by a parameter         | GET /$things/_search?_source=size,tag                                |                                                                                                                                  |
      | all by a parameter          | GET /$things/_search?_source=true                                    |                                                                                                                                  |
      | fields                      | POST /$things/_search                                                | { "_source": false, "fields": ["name*", "tag", "size", "sold", "host", "span", "maker.name", "all"] }                            |
      | fields in a form            | POST /$things/_search                                                | { "_source": false, "fields": [{ "field": "day", "format": "dd.MM.uuuu" }, { "field": "at", "format": "epoch_millis" }, "none"] } |
      | columns                     | POST /$things/_search                                                | { "_source": false, "docvalue_fields": ["tag", "size", "sold", "host", "name.raw", "maker.*", "none"] }                          |
      | columns in a form           | POST /$things/_search                                                | { "_source": false, "docvalue_fields": [{ "field": "day", "format": "yyyy" }, "at"] }                                            |
      | columns by a parameter      | GET /$things/_search?docvalue_fields=size,day                        |                                                                                                                                  |
      | the source as stored field  | POST /$things/_search                                                | { "stored_fields": ["_source"] }                                                                                                 |
      | versions                    | POST /$things/_search                                                | { "version": true, "seq_no_primary_term": true }                                                                                 |
      | versions by parameters      | GET /$things/_search?version&seq_no_primary_term=true&track_scores=false |                                                                                                                              |
      | routing is shown            | POST /$things/_search                                                | { "query": { "exists": { "field": "_routing" } } }                                                                               |

  @search.other-members
  Scenario: The selection and the number of hits
    Then it is recorded how the server answers these requests:
      | what                       | request                                                        | body                                                                                                      |
      | a second filter            | POST /$things/_search                                          | { "post_filter": { "term": { "tag": "z" } }, "aggs": { "tags": { "terms": { "field": "tag" } } } }        |
      | a least score              | POST /$things/_search                                          | { "query": { "match": { "all": "short" } }, "min_score": 0.1 }                                            |
      | too high a least score     | POST /$things/_search                                          | { "query": { "match": { "all": "short more" } }, "min_score": 99 }                                        |
      | an early end               | POST /$things/_search                                          | { "terminate_after": 1, "track_total_hits": true }                                                        |
      | an early end by parameter  | GET /$things/_search?terminate_after=1&size=1&from=0           |                                                                                                           |
      | a count up to one          | POST /$things/_search                                          | { "track_total_hits": 1 }                                                                                 |
      | a count without a bound    | POST /$things/_search                                          | { "track_total_hits": -1 }                                                                                |
      | a count by a parameter     | GET /$things/_search?track_total_hits=false                    |                                                                                                           |
      | a plain number as count    | GET /$things/_search?rest_total_hits_as_int=true               |                                                                                                           |
      | a plain number, uncounted  | GET /$things/_search?rest_total_hits_as_int&track_total_hits=false |                                                                                                       |
      | no hits, only a count      | POST /$things/_search?request_cache=true                       | { "size": 0 }                                                                                             |
      | a page from behind         | POST /$things/_search                                          | { "from": 5 }                                                                                             |
      | a time limit               | POST /$things/_search                                          | { "timeout": "10s", "stats": ["client"] }                                                                 |
      | an explanation             | POST /$things/_search                                          | { "explain": true }                                                                                       |
      | no explanation             | POST /$things/_search                                          | { "explain": false, "profile": false }                                                                    |
      | a profile                  | POST /$things/_search                                          | { "profile": true }                                                                                       |
      | a preference               | GET /$things/_search?preference=_local&allow_partial_search_results=false |                                                                                                |
      | a routing key              | GET /$things/_search?routing=a,b                               |                                                                                                           |
      | no such index              | GET /$things,no-such-index-anywhere/_search                    |                                                                                                           |
      | no such index, overlooked  | GET /$things,no-such-index-anywhere/_search?ignore_unavailable=true |                                                                                                      |
      | a pattern without indices  | GET /no-such-index-anywhere*/_search?allow_no_indices=false    |                                                                                                           |
      | a pattern, no indices      | GET /no-such-index-anywhere*/_search                           |                                                                                                           |
      | hidden ones too            | GET /$things*/_search?expand_wildcards=open,hidden             |                                                                                                           |
      | no patterns                | GET /$things*/_search?expand_wildcards=none                    |                                                                                                           |
      | a count                    | POST /$things/_count                                           | { "query": { "term": { "tag": "b" } } }                                                                   |
      | a count by GET             | GET /$things/_count                                            |                                                                                                           |

  @errors.malformed-searches
  Scenario: Invalid searches
    Then it is recorded how the server answers these wrong requests:
      | what                        | request                                       | body                                                                                         |
      | an unknown member           | POST /$things/_search                         | { "sizes": 1 }                                                                               |
      | a list                      | POST /$things/_search                         | [ { "size": 1 } ]                                                                            |
      | a word                      | POST /$things/_search                         | "size"                                                                                       |
      | a second value              | POST /$things/_search                         | { "size": 1 } { "size": 2 }                                                                  |
      | a member twice              | POST /$things/_search                         | { "size": 1, "size": 2 }                                                                     |
      | a comma too many            | POST /$things/_search                         | { "size": 1, }                                                                               |
      | a comment                   | POST /$things/_search                         | { "size": 1 /* one */ }                                                                      |
      | an odd escape               | POST /$things/_search                         | { "sort": "\\q" }                                                                            |
      | a size below none           | POST /$things/_search                         | { "size": -1 }                                                                               |
      | a size in words             | POST /$things/_search                         | { "size": "ten" }                                                                            |
      | half a size                 | POST /$things/_search                         | { "size": 1.5 }                                                                              |
      | a size out of reach         | POST /$things/_search                         | { "size": 99999999999 }                                                                      |
      | a from below none           | POST /$things/_search                         | { "from": -5 }                                                                               |
      | a count below none          | POST /$things/_search                         | { "track_total_hits": -5 }                                                                   |
      | an early end below none     | POST /$things/_search                         | { "terminate_after": -1 }                                                                    |
      | a time without a unit       | POST /$things/_search                         | { "timeout": "10" }                                                                          |
      | a flag that is none         | POST /$things/_search                         | { "version": "maybe" }                                                                       |
      | fields that are none        | POST /$things/_search                         | { "fields": [{ "name": "tag" }] }                                                            |
      | a source that is none       | POST /$things/_search                         | { "_source": { "only": ["tag"] } }                                                           |
      | a source of numbers         | POST /$things/_search                         | { "_source": [1, 2] }                                                                        |
      | a slice that is none        | POST /$things/_search?scroll=1s               | { "slice": { "id": 0, "max": 2, "part": 1 } }                                                |
      | a slice without max         | POST /$things/_search?scroll=1s               | { "slice": { "id": 0 } }                                                                     |
      | a slice below none          | POST /$things/_search?scroll=1s               | { "slice": { "id": -1, "max": 2 } }                                                          |
      | a pit without an id         | POST /_search                                 | { "pit": { "keep_alive": "1s" } }                                                            |
      | a pit with a name           | POST /_search                                 | { "pit": { "id": "x", "name": "y" } }                                                        |
      | a rescore                   | POST /$things/_search                         | { "rescore": { "query": { "rescore_query": { "match_all": {} } } } }                         |
      | a collapse                  | POST /$things/_search                         | { "collapse": { "field": "tag" } }                                                           |
      | an empty query              | POST /$things/_search                         | { "query": {} }                                                                              |
      | a query that is a word      | POST /$things/_search                         | { "query": "all" }                                                                           |
      | an unknown query            | POST /$things/_search                         | { "query": { "matches": { "tag": "b" } } }                                                   |
      | two queries                 | POST /$things/_search                         | { "query": { "match_all": {}, "match_none": {} } }                                           |
      | a range over two fields     | POST /$things/_search                         | { "query": { "range": { "size": { "gte": 1 }, "day": { "gte": 1 } } } }                      |
      | an unknown bound            | POST /$things/_search                         | { "query": { "range": { "size": { "above": 1 } } } }                                         |
      | an unknown relation         | POST /$things/_search                         | { "query": { "range": { "span": { "gte": 1, "relation": "disjoint" } } } }                   |
      | a bound that is a list      | POST /$things/_search                         | { "query": { "range": { "size": { "gte": [1] } } } }                                         |
      | a bound that is a word      | POST /$things/_search                         | { "query": { "range": { "size": { "gte": "few" } } } }                                       |
      | a bound that is no date     | POST /$things/_search                         | { "query": { "range": { "day": { "gte": "soon" } } } }                                       |
      | date math of another kind   | POST /$things/_search                         | { "query": { "range": { "day": { "gte": "now+1x" } } } }                                     |
      | date math that rounds twice | POST /$things/_search                         | { "query": { "range": { "day": { "gte": "now/2d" } } } }                                     |
      | date math too far           | POST /$things/_search                         | { "query": { "range": { "day": { "gte": "now+999999999y" } } } }                             |
      | a format that is none       | POST /$things/_search                         | { "query": { "range": { "day": { "gte": "1", "format": "bbb" } } } }                         |
      | no such zone                | POST /$things/_search                         | { "query": { "range": { "at": { "gte": "2024-01-01", "time_zone": "Mars" } } } }             |
      | a range over the id         | POST /$things/_search                         | { "query": { "range": { "_id": { "gte": "a" } } } }                                          |
      | a term without a value      | POST /$things/_search                         | { "query": { "term": { "tag": {} } } }                                                       |
      | a term that is null         | POST /$things/_search                         | { "query": { "term": { "tag": null } } }                                                     |
      | a term that is a list       | POST /$things/_search                         | { "query": { "term": { "tag": ["b"] } } }                                                    |
      | terms that are a word       | POST /$things/_search                         | { "query": { "terms": { "tag": "b" } } }                                                     |
      | terms of two fields         | POST /$things/_search                         | { "query": { "terms": { "tag": ["b"], "size": [1] } } }                                      |
      | terms of no field           | POST /$things/_search                         | { "query": { "terms": {} } }                                                                 |
      | no boolean                  | POST /$things/_search                         | { "query": { "term": { "sold": "maybe" } } }                                                 |
      | no address                  | POST /$things/_search                         | { "query": { "term": { "host": "here" } } }                                                  |
      | no network                  | POST /$things/_search                         | { "query": { "term": { "host": "10.0.0.0/99" } } }                                           |
      | a match without a query     | POST /$things/_search                         | { "query": { "match": { "all": { "operator": "and" } } } }                                   |
      | a match of an object        | POST /$things/_search                         | { "query": { "match": { "all": { "query": { "a": 1 } } } } }                                 |
      | an unknown operator         | POST /$things/_search                         | { "query": { "match": { "all": { "query": "x", "operator": "xor" } } } }                     |
      | a slop below none           | POST /$things/_search                         | { "query": { "match_phrase": { "all": { "query": "x y", "slop": -1 } } } }                   |
      | a prefix without a value    | POST /$things/_search                         | { "query": { "prefix": { "tag": {} } } }                                                     |
      | exists without a field      | POST /$things/_search                         | { "query": { "exists": {} } }                                                                |
      | ids without values          | POST /$things/_search                         | { "query": { "ids": {} } }                                                                   |
      | nested without a path       | POST /$things/_search                         | { "query": { "nested": { "query": { "match_all": {} } } } }                                  |
      | nested without a query      | POST /$things/_search                         | { "query": { "nested": { "path": "pieces" } } }                                              |
      | a constant of nothing       | POST /$things/_search                         | { "query": { "constant_score": {} } }                                                        |
      | a least number of no kind   | POST /$things/_search                         | { "query": { "bool": { "should": [{ "match_all": {} }], "minimum_should_match": "some" } } } |
      | a condition of no kind      | POST /$things/_search                         | { "query": { "bool": { "should": [{ "match_all": {} }], "minimum_should_match": "a<2" } } }  |
      | a boost in words            | POST /$things/_search                         | { "query": { "match_all": { "boost": "high" } } }                                            |
      | far too deep                | POST /$things/_search                         | { "query": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "bool": { "must": { "match_all": {} } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } |
      | a count with more           | POST /$things/_count                          | { "query": { "match_all": {} }, "size": 1 }                                                  |
      | an unknown parameter        | GET /$things/_search?sizes=1&form=2&zzz       |                                                                                              |
      | a parameter in words        | GET /$things/_search?size=ten                 |                                                                                              |
      | a parameter too large       | GET /$things/_search?from=99999999999         |                                                                                              |
      | a flag of another kind      | GET /$things/_search?typed_keys=maybe         |                                                                                              |
      | a time of another kind      | GET /$things/_search?scroll=soon              |                                                                                              |
      | a wildcard of another kind  | GET /$things/_search?expand_wildcards=some    |                                                                                              |
      | an escape that is none      | GET /$things/_search?sort=%zz                 |                                                                                              |
      | an escape in the path       | GET /$things%zz/_search                       |                                                                                              |
      | another method              | PATCH /$things/_search                        | { "size": 1 }                                                                                |
      | a body where none is taken  | GET /$things/_mapping                         | { "size": 1 }                                                                                |
      | a scroll without its id     | POST /_search/scroll                          | { "scroll": "1s" }                                                                           |
      | a scroll of a wrong id      | POST /_search/scroll                          | { "scroll_id": "AAAA" }                                                                      |
      | a pit of no keep time       | POST /$things/_pit                            |                                                                                              |
      | a pit of an odd keep time   | POST /$things/_pit?keep_alive=1year           |                                                                                              |
