Feature: Field types and parameters outside the specification
  Records which mappings a server accepts, and how it reads the values of documents.

  @index.other-field-types
  Scenario: Fields of other types
    Given the unused name "things"
    Then it is recorded how the server answers these requests:
      | what                       | request                              | body |
      | a mapping of other types   | PUT /$things                         | { "mappings": { "properties": { "sold": { "type": "boolean", "null_value": false }, "host": { "type": "ip", "null_value": "10.0.0.9" }, "part": { "type": "half_float" }, "single": { "type": "float" }, "tiny": { "type": "byte" }, "small": { "type": "short" }, "big": { "type": "long" }, "price": { "type": "scaled_float", "scaling_factor": 100 }, "span": { "type": "long_range" }, "gap": { "type": "double_range" }, "net": { "type": "ip_range" }, "open": { "type": "date_range" }, "label": { "type": "alias", "path": "part" }, "maker": { "type": "object", "enabled": false }, "plain": { "type": "object" } } } } |
      | booleans as words          | PUT /$things/_doc/1?refresh=true     | { "sold": [ "true", "false", "" ], "host": [ "::1", "::ffff:10.1.2.3", "2001:DB8:0:0:1::1" ], "part": "0.5", "single": 16777217, "tiny": -128, "small": "32767", "big": "9223372036854775807", "price": "1.239" } |
      | nulls                      | PUT /$things/_doc/2?refresh=true     | { "sold": null, "host": null, "part": null, "span": null, "maker": null, "plain": null } |
      | ranges                     | PUT /$things/_doc/3?refresh=true     | { "span": [ { "gte": 1, "lte": 5 }, { "gt": 7 } ], "gap": { "gt": 0, "lt": 1 }, "net": [ "10.0.0.0/8", "::/0" ], "open": { "gte": "2024-01-01", "lt": "2024-02" } } |
      | what is not looked into    | PUT /$things/_doc/4?refresh=true     | { "maker": 5, "plain": { "a": { "b": 1 } }, "plain.c": "x" } |
      | fractions in integers      | PUT /$things/_doc/5?refresh=true     | { "tiny": 1.9, "small": "2.9", "big": 12.5 } |
      | what they hold             | POST /$things/_search                | { "docvalue_fields": [ "sold", "host", "part", "single", "tiny", "small", "big", "price", "label", "plain.*" ], "_source": false } |
      | a search by an alias       | POST /$things/_search                | { "query": { "range": { "label": { "gte": 0.4 } } }, "sort": [ { "label": "asc" } ] } |
      | a search by a missing one  | POST /$things/_search                | { "query": { "term": { "host": "10.0.0.9" } } } |
      | ranges that hold a number  | POST /$things/_search                | { "query": { "term": { "span": 9 } } } |
      | ranges inside of others    | POST /$things/_search                | { "query": { "range": { "gap": { "gte": 0, "lte": 1, "relation": "within" } } } } |
      | its mapping                | GET /$things/_mapping                | |

  @index.mapping-options
  Scenario: Parameters of fields and of the mapping, and custom analyzers
    Given the unused names "things, dated"
    Then it is recorded how the server answers these requests:
      | what                      | request                          | body |
      | analyzers of its own      | PUT /$things                     | { "settings": { "analysis": { "tokenizer": { "dashes": { "type": "pattern", "pattern": "-" }, "words": { "type": "pattern" }, "short": { "type": "standard", "max_token_length": 255 } }, "filter": { "small": { "type": "stop", "stopwords": [ "of" ] }, "ordinary": { "type": "stop" }, "lower": { "type": "lowercase" }, "all": { "type": "stop", "stopwords": "_none_" } }, "analyzer": { "parts": { "type": "custom", "tokenizer": "dashes", "filter": [ "lowercase", "small", "ordinary", "all" ] }, "ascii": { "tokenizer": "words", "filter": "asciifolding" }, "stops": { "type": "standard", "stopwords": "_english_" }, "default_search": { "type": "simple" } }, "normalizer": { "quiet": { "type": "custom", "filter": [ "lowercase", "asciifolding" ] } } } }, "mappings": { "properties": { "code": { "type": "text", "analyzer": "parts" }, "plain": { "type": "text", "norms": false, "meta": { "unit": "words" } }, "folded": { "type": "text", "analyzer": "ascii" }, "stopped": { "type": "text", "analyzer": "stops" }, "name": { "type": "keyword", "normalizer": "quiet", "ignore_above": 8, "null_value": "none" }, "lower": { "type": "keyword", "normalizer": "lowercase", "doc_values": true }, "size": { "type": "integer", "coerce": false, "ignore_malformed": true, "null_value": 3 }, "hidden": { "type": "keyword", "index": false, "doc_values": false, "store": true }, "title": { "type": "text", "analyzer": "whitespace", "fields": { "raw": { "type": "keyword" }, "stop": { "type": "text", "analyzer": "stop" }, "one": { "type": "text", "analyzer": "keyword" } } }, "a.b": { "type": "integer" } } } } |
      | a document                | PUT /$things/_doc/1?refresh=true | { "code": "House-of-THE-Cards", "plain": "It's 3.14 don't_stop a1b2 café 東京タワー", "folded": "Crème Brûlée", "stopped": "the end", "name": "ÉCOLE", "lower": "ABC", "size": 5, "hidden": "x", "title": "The House", "a": { "b": 1 } } |
      | another                   | PUT /$things/_doc/2?refresh=true | { "name": [ null, "much too long a name" ], "size": [ "many", null, 2.5 ], "title": null, "a.b": 2 } |
      | parts                     | POST /$things/_search            | { "query": { "match": { "code": "cards" } } } |
      | folded words              | POST /$things/_search            | { "query": { "match": { "folded": "Creme" } } } |
      | normalized                | POST /$things/_search            | { "query": { "terms": { "name": [ "Ecole", "NONE" ] } } } |
      | a normalized start        | POST /$things/_search            | { "query": { "prefix": { "lower": "AB" } } } |
      | words of other scripts    | POST /$things/_search            | { "query": { "match": { "plain": "東京 CAFÉ" } } } |
      | neither indexed nor kept  | POST /$things/_search            | { "query": { "term": { "hidden": "x" } } } |
      | numbers that were missing | POST /$things/_search            | { "query": { "term": { "size": 3 } } } |
      | what they hold            | POST /$things/_search            | { "docvalue_fields": [ "*" ], "_source": false } |
      | how new dates look        | PUT /$dated                      | { "mappings": { "dynamic_date_formats": [ "dd.MM.yyyy", "yyyy/MM/dd HH:mm:ss" ], "numeric_detection": true, "_source": { "enabled": true }, "_routing": { "required": false }, "_meta": { "of": "the client" }, "properties": { "iso": { "type": "date", "format": "strict_date_time\|\|date_hour_minute_second_millis\|\|ordinal_date" }, "own": { "type": "date", "format": "EEE, d MMM uuuu h:mm:ss a Z" }, "short": { "type": "date", "format": "yy-D'T'HHmm[ss]" }, "stamp": { "type": "date", "format": "epoch_second\|\|basic_date_time" }, "zone": { "type": "date_nanos", "format": "yyyy-MM-dd HH:mm:ss.SSSSSSSSS VV\|\|strict_date_optional_time_nanos" } } } } |
      | dates and numbers as text | PUT /$dated/_doc/1?refresh=true  | { "iso": [ "2024-02-29T12:30:00.500+02:00", "2024-02-29T12:30:00.250", "2024-060" ], "own": "Thu, 29 Feb 2024 1:05:09 PM +0100", "short": "24-060T1530", "stamp": [ 1709210000, "1709210000.5", "20240229T123000.000Z" ], "zone": [ "2024-02-29 12:30:00.123456789 Europe/Paris", "2024-02-29" ], "new day": "29.02.2024", "new moment": "2024/02/29 10:00:00", "new number": "12.5", "new integer": "7", "new list": [ 1, 2.5 ], "new flag": true, "new object": { "deep": [ { "er": null }, { "er": "x" } ] } } |
      | what it made of them      | GET /$dated/_mapping             | |
      | what they hold            | POST /$dated/_search             | { "docvalue_fields": [ "iso", "own", "short", "stamp", "zone", "new *" ], "fields": [ "own", "stamp" ], "sort": [ { "iso": "asc" } ] } |

  @index.mapping-updates
  Scenario: Changes of a mapping
    Given an index "things" with:
      """json
      {
        "mappings": {
          "properties": {
            "title": { "type": "text", "fields": { "raw": { "type": "keyword" } } },
            "size": { "type": "integer" },
            "maker": { "properties": { "name": { "type": "keyword" } } },
            "pieces": { "type": "nested", "properties": { "grams": { "type": "integer" } } }
          }
        }
      }
      """
    And the document "1" in "things":
      """json
      { "title": "one", "size": 1 }
      """
    And the unused name "missing"
    Then it is recorded how the server answers these requests:
      | what                       | request                 | body                                                                                                    |
      | a new field                | PUT /$things/_mapping   | { "properties": { "colour": { "type": "keyword" } } }                                                   |
      | a field in an object       | POST /$things/_mapping  | { "properties": { "maker.town": { "type": "keyword" }, "maker": { "properties": { "age": { "type": "long" } } } } } |
      | another multi-field        | PUT /$things/_mapping   | { "properties": { "title": { "type": "text", "fields": { "exact": { "type": "keyword" } } } } }         |
      | a parameter that may move  | PUT /$things/_mapping   | { "properties": { "colour": { "type": "keyword", "ignore_above": 9 } } }                                |
      | the same again             | PUT /$things/_mapping   | { "properties": { "size": { "type": "integer" } } }                                                     |
      | how new fields are met     | PUT /$things/_mapping   | { "dynamic": "strict", "date_detection": false, "_meta": { "version": 2 } }                             |
      | nothing                    | PUT /$things/_mapping   | {}                                                                                                      |
      | another type               | PUT /$things/_mapping   | { "properties": { "size": { "type": "keyword" } } }                                                     |
      | another analyzer           | PUT /$things/_mapping   | { "properties": { "title": { "type": "text", "analyzer": "whitespace" } } }                             |
      | an object in place of it   | PUT /$things/_mapping   | { "properties": { "size": { "properties": { "a": { "type": "long" } } } } }                             |
      | a value in place of it     | PUT /$things/_mapping   | { "properties": { "maker": { "type": "keyword" } } }                                                    |
      | no longer nested           | PUT /$things/_mapping   | { "properties": { "pieces": { "type": "object" } } }                                                    |
      | no longer looked into      | PUT /$things/_mapping   | { "properties": { "maker": { "type": "object", "enabled": false } } }                                   |
      | an index that is not there | PUT /$missing/_mapping  | { "properties": { "a": { "type": "long" } } }                                                           |
      | what it is now             | GET /$things/_mapping   |                                                                                                         |
      | all of the index           | GET /$things?flat_settings=true&include_defaults=true |                                                                           |
      | of a pattern               | GET /$things*/_mapping?ignore_unavailable=true |                                                                                   |
      | that it exists             | HEAD /$things           |                                                                                                         |
      | that another does not      | HEAD /no-such-index-anywhere |                                                                                                    |

  @errors.malformed-definitions
  Scenario: Invalid definitions
    Given an index "things" with:
      """json
      { "mappings": { "properties": { "tag": { "type": "keyword" }, "part": { "properties": { "a": { "type": "long" } } } } } }
      """
    And the unused name "other"
    Then it is recorded how the server answers these wrong requests:
      | what                            | request                 | body                                                                                                         |
      | an unknown member               | PUT /$other-1           | { "setting": {} }                                                                                            |
      | a list                          | PUT /$other-2           | []                                                                                                           |
      | a name that is taken            | PUT /$things            | {}                                                                                                           |
      | a name in capitals              | PUT /$other-A           |                                                                                                              |
      | a name with a hash              | PUT /$other-%23         |                                                                                                              |
      | a name that begins with a line  | PUT /_$other-0          |                                                                                                              |
      | far too long a name             | PUT /$other-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | |
      | a name like an alias of its own | PUT /$other-3           | { "aliases": { "$other-3": {} } }                                                                              |
      | aliases that are a list         | PUT /$other-4           | { "aliases": [] }                                                                                            |
      | an alias that is a word         | PUT /$other-5           | { "aliases": { "$other-a": "x" } }                                                                           |
      | an alias with another member    | PUT /$other-6           | { "aliases": { "$other-a": { "write": true } } }                                                             |
      | an alias named like an index    | PUT /$other-7           | { "aliases": { "$things": {} } }                                                                             |
      | an unknown setting              | PUT /$other-8           | { "settings": { "number_of_shrads": 1 } }                                                                    |
      | settings that are a list        | PUT /$other-9           | { "settings": [] }                                                                                           |
      | no shards                       | PUT /$other-10          | { "settings": { "number_of_shards": 0 } }                                                                    |
      | too many shards                 | PUT /$other-11          | { "settings": { "number_of_shards": 1025 } }                                                                 |
      | shards in words                 | PUT /$other-12          | { "settings": { "index.number_of_shards": "many" } }                                                         |
      | a list of shards                | PUT /$other-13          | { "settings": { "index": { "number_of_shards": [1] } } }                                                     |
      | routing shards that do not fit  | PUT /$other-14          | { "settings": { "number_of_shards": 3, "number_of_routing_shards": 4 } }                                     |
      | an interval without a unit      | PUT /$other-15          | { "settings": { "refresh_interval": "10" } }                                                                 |
      | an interval below none          | PUT /$other-16          | { "settings": { "refresh_interval": "-5s" } }                                                                |
      | a flag that is none             | PUT /$other-17          | { "settings": { "hidden": "maybe" } }                                                                        |
      | settings too deep               | PUT /$other-18          | { "settings": { "a": { "a": { "a": { "a": { "a": { "a": { "a": { "a": { "a": { "a": { "a": { "a": { "a": { "a": { "a": { "a": { "a": { "a": { "a": { "a": { "a": { "a": 1 } } } } } } } } } } } } } } } } } } } } } } } |
      | an unknown kind of analysis     | PUT /$other-19          | { "settings": { "analysis": { "analyser": { "own": { "type": "simple" } } } } }                                                           |
      | an analyzer that is a word      | PUT /$other-20          | { "settings": { "analysis": { "analyzer": { "own": "standard" } } } }                                        |
      | analyzers that are a word       | PUT /$other-21          | { "settings": { "analysis": { "analyzer": "standard" } } }                                                   |
      | an analyzer of an unknown type  | PUT /$other-22          | { "settings": { "analysis": { "analyzer": { "own": { "type": "klingon" } } } } }                             |
      | an analyzer without a tokenizer | PUT /$other-23          | { "settings": { "analysis": { "analyzer": { "own": { "type": "custom" } } } } }                              |
      | an unknown tokenizer            | PUT /$other-24          | { "settings": { "analysis": { "analyzer": { "own": { "tokenizer": "none" } } } } }                           |
      | an unknown filter               | PUT /$other-25          | { "settings": { "analysis": { "analyzer": { "own": { "tokenizer": "standard", "filter": ["none"] } } } } }   |
      | a tokenizer of an unknown type  | PUT /$other-26          | { "settings": { "analysis": { "tokenizer": { "own": { "type": "none" } } } } }                               |
      | a pattern that could take long  | PUT /$other-27          | { "settings": { "analysis": { "tokenizer": { "own": { "type": "pattern", "pattern": "(a+)+" } } } } }        |
      | a filter of an unknown type     | PUT /$other-28          | { "settings": { "analysis": { "filter": { "own": { "type": "none" } } } } }                                  |
      | stop words that are numbers     | PUT /$other-29          | { "settings": { "analysis": { "filter": { "own": { "type": "stop", "stopwords": [1] } } } } }                |
      | an unknown part of an analyzer  | PUT /$other-30          | { "settings": { "analysis": { "analyzer": { "own": { "type": "standard", "words": [] } } } } }               |
      | an unknown member of a mapping  | PUT /$other-31          | { "mappings": { "fields": {} } }                                                                             |
      | fields that are a list          | PUT /$other-32          | { "mappings": { "properties": [] } }                                                                         |
      | a field that is a word          | PUT /$other-33          | { "mappings": { "properties": { "a": "keyword" } } }                                                         |
      | a field without a type          | PUT /$other-34          | { "mappings": { "properties": { "a": {} } } }                                                                |
      | an unknown type                 | PUT /$other-35          | { "mappings": { "properties": { "a": { "type": "string" } } } }                                              |
      | an unknown parameter            | PUT /$other-36          | { "mappings": { "properties": { "a": { "type": "keyword", "ignore_beyond": 5 } } } }                         |
      | a parameter that is no flag     | PUT /$other-37          | { "mappings": { "properties": { "a": { "type": "keyword", "index": "maybe" } } } }                           |
      | a parameter that is no number   | PUT /$other-38          | { "mappings": { "properties": { "a": { "type": "keyword", "ignore_above": "few" } } } }                      |
      | a parameter that is no text     | PUT /$other-39          | { "mappings": { "properties": { "a": { "type": "date", "format": 5 } } } }                                   |
      | a format that is none           | PUT /$other-40          | { "mappings": { "properties": { "a": { "type": "date", "format": "yyyy-bb" } } } }                           |
      | a format left open              | PUT /$other-41          | { "mappings": { "properties": { "a": { "type": "date", "format": "yyyy'T" } } } }                            |
      | no format                       | PUT /$other-42          | { "mappings": { "properties": { "a": { "type": "date", "format": "" } } } }                                  |
      | no scale                        | PUT /$other-43          | { "mappings": { "properties": { "a": { "type": "scaled_float" } } } }                                        |
      | an unknown normalizer           | PUT /$other-44          | { "mappings": { "properties": { "a": { "type": "keyword", "normalizer": "none" } } } }                       |
      | an unknown analyzer             | PUT /$other-45          | { "mappings": { "properties": { "a": { "type": "text", "analyzer": "none" } } } }                            |
      | only an analyzer for searches   | PUT /$other-46          | { "mappings": { "properties": { "a": { "type": "text", "search_analyzer": "simple" } } } }                   |
      | values of a text in a column    | PUT /$other-47          | { "mappings": { "properties": { "a": { "type": "text", "fielddata": true } } } }                             |
      | multi-fields that are a list    | PUT /$other-48          | { "mappings": { "properties": { "a": { "type": "text", "fields": [] } } } }                                  |
      | a multi-field without a type    | PUT /$other-49          | { "mappings": { "properties": { "a": { "type": "text", "fields": { "b": {} } } } } }                         |
      | a multi-field that is a word    | PUT /$other-50          | { "mappings": { "properties": { "a": { "type": "text", "fields": { "b": "keyword" } } } } }                  |
      | a multi-field that is an object | PUT /$other-51          | { "mappings": { "properties": { "a": { "type": "text", "fields": { "b": { "type": "object" } } } } } }       |
      | a multi-field in a multi-field  | PUT /$other-52          | { "mappings": { "properties": { "a": { "type": "text", "fields": { "b": { "type": "text", "fields": { "c": { "type": "keyword" } } } } } } } } |
      | a multi-field that is copied    | PUT /$other-53          | { "mappings": { "properties": { "a": { "type": "text", "fields": { "b": { "type": "keyword", "copy_to": "c" } } } } } } |
      | a copy to a number              | PUT /$other-54          | { "mappings": { "properties": { "a": { "type": "keyword", "copy_to": [ 5 ] } } } }                           |
      | a copy to an object             | PUT /$other-55          | { "mappings": { "properties": { "a": { "type": "keyword", "copy_to": "b" }, "b": { "properties": {} } } } }  |
      | a copy to a multi-field         | PUT /$other-56          | { "mappings": { "properties": { "a": { "type": "keyword", "copy_to": "b.c" }, "b": { "type": "text", "fields": { "c": { "type": "keyword" } } } } } } |
      | a copy into a nested field      | PUT /$other-57          | { "mappings": { "properties": { "a": { "type": "keyword", "copy_to": "b.c" }, "b": { "type": "nested", "properties": { "c": { "type": "keyword" } } } } } } |
      | an alias without a path         | PUT /$other-58          | { "mappings": { "properties": { "a": { "type": "alias" } } } }                                               |
      | an alias of nothing             | PUT /$other-59          | { "mappings": { "properties": { "a": { "type": "alias", "path": "b" } } } }                                  |
      | a dot at the end                | PUT /$other-60          | { "mappings": { "properties": { "a.": { "type": "keyword" } } } }                                            |
      | a way to meet new fields        | PUT /$other-61          | { "mappings": { "dynamic": "sometimes" } }                                                                   |
      | a source that is not kept       | PUT /$other-62          | { "mappings": { "_source": { "enabled": false } } }                                                          |
      | routing of another kind         | PUT /$other-63          | { "mappings": { "_routing": { "needed": true } } }                                                           |
      | routing that is maybe required  | PUT /$other-64          | { "mappings": { "_routing": { "required": "maybe" } } }                                                      |
      | formats that are numbers        | PUT /$other-65          | { "mappings": { "dynamic_date_formats": [ 5 ] } }                                                            |
      | too many fields                 | PUT /$other-66          | { "settings": { "mapping.total_fields.limit": 1 }, "mappings": { "properties": { "a": { "type": "long" }, "b": { "type": "long" } } } } |
      | fields too deep                 | PUT /$other-67          | { "settings": { "mapping.depth.limit": 1 }, "mappings": { "properties": { "a": { "properties": { "b": { "properties": { "c": { "type": "long" } } } } } } } } |
      | a setting that cannot change    | PUT /$things/_settings  | { "number_of_shards": 2 }                                                                                    |
      | analysis that cannot change     | PUT /$things/_settings  | { "index.analysis.analyzer.own.type": "simple" }                                                             |
      | no settings                     | PUT /$things/_settings  | {}                                                                                                           |
      | no actions                      | POST /_aliases          | { "actions": [] }                                                                                            |
      | no member actions               | POST /_aliases          | {}                                                                                                           |
      | an unknown action               | POST /_aliases          | { "actions": [ { "rename": { "index": "$things", "alias": "$other" } } ] }                                   |
      | an action without an index      | POST /_aliases          | { "actions": [ { "add": { "alias": "$other" } } ] }                                                          |
      | an action without an alias      | POST /_aliases          | { "actions": [ { "add": { "index": "$things" } } ] }                                                         |
      | an unknown cluster setting      | PUT /_cluster/settings  | { "persistent": { "no.such.setting": 1 } }                                                                   |
      | an unknown group of settings    | PUT /_cluster/settings  | { "lasting": {} }                                                                                            |
      | cluster settings that are none  | PUT /_cluster/settings  | { "persistent": 5 }                                                                                          |
      | no cluster settings             | PUT /_cluster/settings  | { "persistent": {} }                                                                                         |
