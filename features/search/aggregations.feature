Feature: Aggregations
  The specification does not describe them, but clients use them. The results of the server are recorded here.

  Background:
    Given an index "sales" with:
      """json
      {
        "mappings": {
          "properties": {
            "shop": { "type": "keyword" },
            "when": { "type": "date" },
            "exact": { "type": "date_nanos" },
            "price": { "type": "double" },
            "pieces": { "type": "integer" },
            "paid": { "type": "boolean" },
            "from": { "type": "ip" },
            "text": { "type": "text" }
          }
        }
      }
      """
    And these documents in "sales":
      | _id | shop                 | when                 | exact                | price | pieces   | paid  | from     | text |
      | 1   | north                | 2024-01-31T23:30:00Z | 2024-01-31T23:30:00Z | 10.5  | 1        | true  | 10.0.0.1 | one  |
      | 2   | south                | 2024-02-10T08:00:00Z | 2024-02-10T08:00:00Z | 20    | [ 2, 3 ] | true  | 10.0.0.2 | two  |
      | 3   | [ "north", "south" ] | 2024-02-29T12:00:00Z | 2024-02-29T12:00:00Z | 5     | 4        | false | 10.0.0.1 | two  |
      | 4   | east                 | 2024-05-06T01:00:00Z |                      | -1    |          | false |          |      |
      | 5   |                      |                      |                      | 7.25  | 5        |       |          |      |

  @search.aggregations
  Scenario: Metrics over the values of a field
    Then it is recorded how the server answers these requests:
      | what                       | request                          | body                                                                                                                                                                                                                                                          |
      | every figure               | POST /$sales/_search             | { "size": 0, "aggs": { "mean": { "avg": { "field": "price" } }, "all": { "sum": { "field": "price" } }, "least": { "min": { "field": "price" } }, "most": { "max": { "field": "price" } }, "n": { "value_count": { "field": "price" } }, "kinds": { "cardinality": { "field": "price" } } } } |
      | several values             | POST /$sales/_search             | { "size": 0, "aggregations": { "all": { "sum": { "field": "pieces" } }, "n": { "value_count": { "field": "pieces" } } } }                                                                                                                                       |
      | what is missing            | POST /$sales/_search             | { "size": 0, "aggs": { "all": { "sum": { "field": "pieces", "missing": 100 } }, "least": { "min": { "field": "when", "missing": "2023-01-01" } } } }                                                                                                           |
      | dates                      | POST /$sales/_search             | { "size": 0, "aggs": { "first": { "min": { "field": "when" } }, "last": { "max": { "field": "exact" } }, "mean": { "avg": { "field": "when" } } } }                                                                                                            |
      | words, addresses, booleans | POST /$sales/_search             | { "size": 0, "aggs": { "shops": { "cardinality": { "field": "shop", "precision_threshold": 100 } }, "hosts": { "value_count": { "field": "from" } }, "paid": { "max": { "field": "paid" } }, "ids": { "value_count": { "field": "_id" } } } }                        |
      | words that are missing     | POST /$sales/_search             | { "size": 0, "aggs": { "shops": { "cardinality": { "field": "shop", "missing": "nowhere" } } } }                                                                                                                                                              |
      | no such field              | POST /$sales/_search             | { "size": 0, "aggs": { "mean": { "avg": { "field": "none" } }, "n": { "value_count": { "field": "none" } }, "most": { "max": { "field": "none" } }, "all": { "sum": { "field": "none", "missing": 2 } } } }                                                         |
      | no documents               | POST /$sales/_search             | { "size": 0, "query": { "match_none": {} }, "aggs": { "mean": { "avg": { "field": "price" } }, "least": { "min": { "field": "price" } }, "shops": { "terms": { "field": "shop" } } } }                                                                        |
      | names with their types     | POST /$sales/_search?typed_keys  | { "size": 0, "aggs": { "mean": { "avg": { "field": "price" } }, "shops": { "terms": { "field": "shop" }, "aggs": { "all": { "sum": { "field": "price" } } } }, "numbers": { "terms": { "field": "pieces" } }, "days": { "date_histogram": { "field": "when", "calendar_interval": "month" } } } } |
      | a sum of words             | POST /$sales/_search             | { "size": 0, "aggs": { "all": { "sum": { "field": "shop" } } } }                                                                                                                                                                                              |
      | a figure of a text         | POST /$sales/_search             | { "size": 0, "aggs": { "n": { "terms": { "field": "text" } } } }                                                                                                                                                                                              |

  @search.aggregations
  Scenario: Buckets of terms
    Then it is recorded how the server answers these requests:
      | what                    | request              | body                                                                                                                                                                                     |
      | words                   | POST /$sales/_search | { "size": 0, "aggs": { "shops": { "terms": { "field": "shop" } } } }                                                                                                                     |
      | two buckets             | POST /$sales/_search | { "size": 0, "aggs": { "shops": { "terms": { "field": "shop", "size": 2, "shard_size": 10, "order": { "_key": "desc" } } } } }                                                            |
      | from the rarest on      | POST /$sales/_search | { "size": 0, "aggs": { "shops": { "terms": { "field": "shop", "order": [{ "_count": "asc" }, { "_key": "asc" }] } } } }                                                                   |
      | by a figure             | POST /$sales/_search | { "size": 0, "aggs": { "shops": { "terms": { "field": "shop", "order": { "dear": "desc" } }, "aggs": { "dear": { "max": { "field": "price" } }, "paid": { "terms": { "field": "paid" } } } } } } |
      | by no figure            | POST /$sales/_search | { "size": 0, "aggs": { "shops": { "terms": { "field": "shop", "order": { "none": "desc" } } } } }                                                                                         |
      | at least two documents  | POST /$sales/_search | { "size": 0, "aggs": { "shops": { "terms": { "field": "shop", "min_doc_count": 2 } } } }                                                                                                  |
      | without documents too   | POST /$sales/_search | { "size": 0, "query": { "term": { "shop": "east" } }, "aggs": { "shops": { "terms": { "field": "shop", "min_doc_count": 0 } } } }                                                          |
      | what is missing         | POST /$sales/_search | { "size": 0, "aggs": { "shops": { "terms": { "field": "shop", "missing": "nowhere" }, "meta": { "note": "of the client" } } } }                                                           |
      | numbers                 | POST /$sales/_search | { "size": 0, "aggs": { "pieces": { "terms": { "field": "pieces", "missing": 0 } } } }                                                                                                     |
      | fractions               | POST /$sales/_search | { "size": 0, "aggs": { "prices": { "terms": { "field": "price", "order": { "_key": "asc" } } } } }                                                                                        |
      | booleans                | POST /$sales/_search | { "size": 0, "aggs": { "paid": { "terms": { "field": "paid", "missing": false } } } }                                                                                                     |
      | dates                   | POST /$sales/_search | { "size": 0, "aggs": { "when": { "terms": { "field": "when" } }, "exact": { "terms": { "field": "exact" } } } }                                                                            |
      | addresses               | POST /$sales/_search | { "size": 0, "aggs": { "hosts": { "terms": { "field": "from", "missing": "10.9.9.9" } } } }                                                                                               |
      | the index               | POST /$sales/_search | { "size": 0, "aggs": { "index": { "terms": { "field": "_index" } } } }                                                                                                                    |

  @search.aggregations
  Scenario: Buckets of time intervals
    Then it is recorded how the server answers these requests:
      | what                     | request              | body                                                                                                                                                                                                                                                    |
      | months                   | POST /$sales/_search | { "size": 0, "aggs": { "t": { "date_histogram": { "field": "when", "calendar_interval": "month" } } } }                                                                                                                                                 |
      | months of a zone         | POST /$sales/_search | { "size": 0, "aggs": { "t": { "date_histogram": { "field": "when", "calendar_interval": "1M", "time_zone": "Europe/Paris", "format": "yyyy-MM-dd HH:mm XXX" } } } }                                                                                    |
      | quarters                 | POST /$sales/_search | { "size": 0, "aggs": { "t": { "date_histogram": { "field": "when", "calendar_interval": "quarter", "min_doc_count": 1 }, "aggs": { "all": { "sum": { "field": "price" } } } } } }                                                                      |
      | years of nanoseconds     | POST /$sales/_search | { "size": 0, "aggs": { "t": { "date_histogram": { "field": "exact", "calendar_interval": "year" } } } }                                                                                                                                                 |
      | weeks                    | POST /$sales/_search | { "size": 0, "aggs": { "t": { "date_histogram": { "field": "when", "calendar_interval": "week", "min_doc_count": 1 } } } }                                                                                                                              |
      | days                     | POST /$sales/_search | { "size": 0, "aggs": { "t": { "date_histogram": { "field": "when", "calendar_interval": "day", "min_doc_count": 1, "time_zone": "+01:00" } } } }                                                                                                        |
      | hours                    | POST /$sales/_search | { "size": 0, "aggs": { "t": { "date_histogram": { "field": "when", "calendar_interval": "1h", "min_doc_count": 1, "order": { "_key": "desc" } } } } }                                                                                                   |
      | minutes                  | POST /$sales/_search | { "size": 0, "aggs": { "t": { "date_histogram": { "field": "when", "calendar_interval": "minute", "min_doc_count": 1, "order": { "_count": "desc" } } } } }                                                                                             |
      | thirty days              | POST /$sales/_search | { "size": 0, "aggs": { "t": { "date_histogram": { "field": "when", "fixed_interval": "30d" } } } }                                                                                                                                                      |
      | twelve hours of a zone   | POST /$sales/_search | { "size": 0, "aggs": { "t": { "date_histogram": { "field": "when", "fixed_interval": "12h", "time_zone": "America/New_York", "min_doc_count": 1 } } } }                                                                                                 |
      | by name                  | POST /$sales/_search | { "size": 0, "aggs": { "t": { "date_histogram": { "field": "when", "calendar_interval": "month", "keyed": true, "format": "MMM yyyy", "missing": "2024-04-02" } } } }                                                                                   |
      | without any date         | POST /$sales/_search | { "size": 0, "query": { "term": { "_id": "5" } }, "aggs": { "t": { "date_histogram": { "field": "when", "calendar_interval": "month" } } } }                                                                                                           |
      | far too many             | POST /$sales/_search | { "size": 0, "aggs": { "t": { "date_histogram": { "field": "when", "fixed_interval": "2m" } } } }                                                                                                                                                       |
      | of a number              | POST /$sales/_search | { "size": 0, "aggs": { "t": { "date_histogram": { "field": "price", "calendar_interval": "month" } } } }                                                                                                                                                |

  @errors.malformed-searches @search.aggregations
  Scenario: Invalid aggregations
    Then it is recorded how the server answers these wrong requests:
      | what                        | request              | body                                                                                                                 |
      | an unknown kind             | POST /$sales/_search | { "aggs": { "x": { "percentile_of_moon": { "field": "price" } } } }                                                  |
      | no kind                     | POST /$sales/_search | { "aggs": { "x": { "aggs": {} } } }                                                                                  |
      | two kinds                   | POST /$sales/_search | { "aggs": { "x": { "avg": { "field": "price" }, "sum": { "field": "price" } } } }                                    |
      | an odd name                 | POST /$sales/_search | { "aggs": { "x[0]": { "avg": { "field": "price" } } } }                                                              |
      | figures in figures          | POST /$sales/_search | { "aggs": { "x": { "avg": { "field": "price" }, "aggs": { "y": { "avg": { "field": "price" } } } } } }               |
      | no field                    | POST /$sales/_search | { "aggs": { "x": { "avg": {} } } }                                                                                   |
      | an unknown member           | POST /$sales/_search | { "aggs": { "x": { "avg": { "field": "price", "feild": 1 } } } }                                                     |
      | no buckets                  | POST /$sales/_search | { "aggs": { "x": { "terms": { "field": "shop", "size": 0 } } } }                                                     |
      | fewer than no documents     | POST /$sales/_search | { "aggs": { "x": { "terms": { "field": "shop", "min_doc_count": -1 } } } }                                           |
      | an order that is a word     | POST /$sales/_search | { "aggs": { "x": { "terms": { "field": "shop", "order": "up" } } } }                                                 |
      | no interval                 | POST /$sales/_search | { "aggs": { "x": { "date_histogram": { "field": "when" } } } }                                                       |
      | two intervals               | POST /$sales/_search | { "aggs": { "x": { "date_histogram": { "field": "when", "calendar_interval": "day", "fixed_interval": "1d" } } } }   |
      | no interval of the calendar | POST /$sales/_search | { "aggs": { "x": { "date_histogram": { "field": "when", "calendar_interval": "2M" } } } }                            |
      | an interval of nothing      | POST /$sales/_search | { "aggs": { "x": { "date_histogram": { "field": "when", "fixed_interval": "0" } } } }                                |
      | no such zone                | POST /$sales/_search | { "aggs": { "x": { "date_histogram": { "field": "when", "calendar_interval": "day", "time_zone": "Moon/Base" } } } } |
      | a missing that is no number | POST /$sales/_search | { "aggs": { "x": { "sum": { "field": "price", "missing": "dear" } } } }                                              |
      | too deep                    | POST /$sales/_search | { "query": { "match_none": {} }, "aggs": { "1": { "terms": { "field": "shop" }, "aggs": { "2": { "terms": { "field": "shop" }, "aggs": { "3": { "terms": { "field": "shop" }, "aggs": { "4": { "terms": { "field": "shop" }, "aggs": { "5": { "terms": { "field": "shop" }, "aggs": { "6": { "terms": { "field": "shop" }, "aggs": { "7": { "terms": { "field": "shop" }, "aggs": { "8": { "terms": { "field": "shop" }, "aggs": { "9": { "terms": { "field": "shop" }, "aggs": { "10": { "terms": { "field": "shop" }, "aggs": { "11": { "terms": { "field": "shop" }, "aggs": { "12": { "terms": { "field": "shop" }, "aggs": { "13": { "terms": { "field": "shop" }, "aggs": { "14": { "terms": { "field": "shop" }, "aggs": { "15": { "terms": { "field": "shop" }, "aggs": { "16": { "terms": { "field": "shop" }, "aggs": { "17": { "terms": { "field": "shop" }, "aggs": { "18": { "terms": { "field": "shop" }, "aggs": { "19": { "terms": { "field": "shop" }, "aggs": { "20": { "terms": { "field": "shop" }, "aggs": { "21": { "terms": { "field": "shop" } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } |
