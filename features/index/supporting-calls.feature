Feature: Calls of clients outside the specification
  Records the responses to calls on aliases and settings after the creation of an index, bulk requests, reading and
  removing documents, and the state of the service.

  @index.setting-updates
  Scenario: Settings after the creation
    Given an index "things" with:
      """json
      { "settings": { "index": { "refresh_interval": "30s", "number_of_replicas": 0 } } }
      """
    Then it is recorded how the server answers these requests:
      | what                     | request                                                          | body                                                          |
      | what they are            | GET /$things/_settings                                           |                                                               |
      | flat, with all others    | GET /$things/_settings?flat_settings=true&include_defaults=true  |                                                               |
      | one that changes         | PUT /$things/_settings                                           | { "index": { "refresh_interval": "-1" } }                     |
      | several, in another form | PUT /$things/_settings                                           | { "settings": { "index.max_result_window": 50, "hidden": true } } |
      | only what is not set yet | PUT /$things/_settings?preserve_existing=true                    | { "refresh_interval": "5s", "max_slices_per_scroll": 7 }      |
      | one taken back           | PUT /$things/_settings                                           | { "index.hidden": null }                                      |
      | what they are now        | GET /$things/_settings?include_defaults=true                     |                                                               |
      | a page beyond            | POST /$things/_search                                            | { "size": 51 }                                                |
      | of all indices           | GET /_settings?expand_wildcards=none                             |                                                               |
      | of no index              | GET /no-such-index-anywhere/_settings                            |                                                               |

  @index.alias-changes
  Scenario: Aliases after the creation
    Given an index "things"
    And an index "others"
    And the document "1" in "things":
      """json
      { "tag": 1 }
      """
    And the unused names "one, two, three, missing"
    Then it is recorded how the server answers these requests:
      | what                        | request                       | body                                                                                                                                                                                      |
      | an alias                    | PUT /$things/_alias/$one      |                                                                                                                                                                                           |
      | an alias with a filter      | POST /$things/_alias/$two     | { "filter": { "term": { "tag": 2 } }, "routing": "x", "is_write_index": true }                                                                                                            |
      | a search by it              | GET /$two/_search             |                                                                                                                                                                                           |
      | several changes             | POST /_aliases                | { "actions": [ { "add": { "indices": [ "$things", "$others" ], "alias": "$three", "search_routing": "a", "index_routing": "b", "is_hidden": true } }, { "remove": { "index": "$things", "alias": "$one" } } ] } |
      | several names               | POST /_aliases                | { "actions": [ { "add": { "index": "$others", "aliases": [ "$one", "$two" ] } } ] }                                                                                                       |
      | one that is not there       | POST /_aliases                | { "actions": [ { "remove": { "index": "$things", "alias": "no-such-alias-anywhere", "must_exist": true } } ] }                                                                            |
      | one that need not be there  | POST /_aliases                | { "actions": [ { "remove": { "index": "$things", "alias": "no-such-alias-anywhere", "must_exist": false } } ] }                                                                            |
      | an index that is not there  | POST /_aliases                | { "actions": [ { "add": { "index": "$missing", "alias": "$one" } } ] }                                                                                                      |
      | a name that an index has    | POST /_aliases                | { "actions": [ { "add": { "index": "$things", "alias": "$others" } } ] }                                                                                                                  |
      | a second index to write to  | POST /_aliases                | { "actions": [ { "add": { "index": "$others", "alias": "$two", "is_write_index": true } } ] }                                                                                             |
      | writing where it is not clear | PUT /$three/_doc/5          | { "tag": 3 }                                                                                                                                                                              |
      | writing only by an alias    | PUT /$things/_doc/6?require_alias=true | { "tag": 3 }                                                                                                                                                                     |
      | aliases of an index         | GET /$things/_alias           |                                                                                                                                                                                           |
      | one alias                   | GET /_alias/$two              |                                                                                                                                                                                           |
      | one alias of an index       | GET /$others/_alias/$one      |                                                                                                                                                                                           |
      | aliases by pattern          | GET /$things,$others/_alias/* |                                                                                                                                                                                           |
      | one of two is missing       | GET /$things/_alias/$two,no-such-alias-anywhere |                                                                                                                                                                         |
      | an alias that is not there  | GET /_alias/no-such-alias-anywhere |                                                                                                                                                                                      |
      | that it exists              | HEAD /_alias/$two             |                                                                                                                                                                                           |
      | that it exists there        | HEAD /$things/_alias/$one     |                                                                                                                                                                                           |
      | one removed                 | DELETE /$others/_alias/$one   |                                                                                                                                                                                           |
      | an index removed by action  | POST /_aliases                | { "actions": [ { "remove_index": { "index": "$others" } } ] }                                                                                                                             |
      | what is left                | GET /$things                  |                                                                                                                                                                                           |
      | deleting by an alias        | DELETE /$two                  |                                                                                                                                                                                           |

  @index.bulk-writing
  Scenario: Many writes in one request
    Given an index "things" with:
      """json
      { "mappings": { "dynamic": "strict", "properties": { "size": { "type": "integer" } } } }
      """
    And the unused names "fresh, none"
    Then it is recorded how the server answers these requests:
      | what                        | request                           | body                                                                                                                                                                    | content type         |
      | every action                | POST /_bulk?refresh=true          | {"index":{"_index":"$things","_id":"1"}}\n{"size":1}\n{"create":{"_index":"$things","_id":"2"}}\n{"size":2}\n{"delete":{"_index":"$things","_id":"1"}}\n{"index":{"_index":"$things"}}\n{"size":3}\n | application/x-ndjson |
      | to one index                | PUT /$things/_bulk?refresh=wait_for | {"index":{"_id":"4","routing":"x"}}\n{"size":4}\n\n{"delete":{"_id":"none"}}\n                                                                                          | application/x-ndjson |
      | some that fail              | POST /$things/_bulk               | {"create":{"_id":"2"}}\n{"size":2}\n{"index":{"_id":"5"}}\n{"size":"many"}\n{"index":{"_id":"6"}}\n{"colour":"red"}\n{"index":{"_id":"7"}}\n{"size":7}\n                  | application/json     |
      | with versions               | PUT /_bulk                        | {"index":{"_index":"$things","_id":"8","version":5,"version_type":"external"}}\n{"size":8}\n{"index":{"_index":"$things","_id":"8","version":4,"version_type":"external_gte"}}\n{"size":9}\n{"delete":{"_index":"$things","_id":"8","if_seq_no":99,"if_primary_term":1}}\n | application/x-ndjson |
      | into a new index            | POST /$fresh/_bulk?refresh=true   | {"index":{}}\n{"any":"thing"}\n                                                                                                                                         | application/x-ndjson |
      | only into an alias          | POST /_bulk?require_alias=true    | {"index":{"_index":"$things","_id":"9"}}\n{"size":9}\n{"index":{"_index":"$things","_id":"9","require_alias":false}}\n{"size":9}\n                                       | application/x-ndjson |
      | an index that is not there  | POST /_bulk                       | {"delete":{"_index":"$none","_id":"1"}}\n                                                                                                                               | application/x-ndjson |
      | a document that is none     | POST /$things/_bulk               | {"index":{"_id":"10"}}\n[]\n{"index":{"_id":"11"}}\n{"size":\n                                                                                                           | application/x-ndjson |
      | what there is               | POST /$things/_search             | { "sort": [ { "size": "asc" } ] }                                                                                                                                       |                      |

  @errors.malformed-documents
  Scenario: Invalid bulk requests
    Given an index "things"
    Then it is recorded how the server answers these wrong requests:
      | what                      | request             | body                                                             | content type         |
      | no end of the line        | POST /$things/_bulk | {"index":{"_id":"1"}}\n{"size":1}                                | application/x-ndjson |
      | an unknown action         | POST /$things/_bulk | {"upsert":{"_id":"1"}}\n{"size":1}\n                             | application/x-ndjson |
      | an unknown member         | POST /$things/_bulk | {"index":{"_id":"1","_type":"x"}}\n{"size":1}\n                  | application/x-ndjson |
      | two actions in a line     | POST /$things/_bulk | {"index":{"_id":"1"},"create":{"_id":"2"}}\n{"size":1}\n         | application/x-ndjson |
      | an action that is a word  | POST /$things/_bulk | {"index":"1"}\n{"size":1}\n                                      | application/x-ndjson |
      | a line that is a list     | POST /$things/_bulk | [1]\n{"size":1}\n                                                | application/x-ndjson |
      | an id that is a number    | POST /$things/_bulk | {"index":{"_id":1}}\n{"size":1}\n                                | application/x-ndjson |
      | a version in words        | POST /$things/_bulk | {"index":{"_id":"1","version":"new"}}\n{"size":1}\n              | application/x-ndjson |
      | an unknown kind of version | POST /$things/_bulk | {"index":{"_id":"1","version_type":"best"}}\n{"size":1}\n       | application/x-ndjson |
      | no document               | POST /$things/_bulk | {"index":{"_id":"1"}}\n                                          | application/x-ndjson |
      | no index                  | POST /_bulk         | {"index":{"_id":"1"}}\n{"size":1}\n                              | application/x-ndjson |
      | no lines                  | POST /_bulk         | \n                                                               | application/x-ndjson |
      | no body                   | POST /_bulk         |                                                                  |                      |
      | another media type        | POST /$things/_bulk | {"index":{"_id":"1"}}\n{"size":1}\n                              | text/csv             |

  @index.document-calls
  Scenario: Reading, removing and conditionally writing documents
    Given an index "things" with:
      """json
      { "settings": { "number_of_shards": 3 } }
      """
    And an index "routed" with:
      """json
      { "mappings": { "_routing": { "required": true } } }
      """
    And the unused names "born, none"
    Then it is recorded how the server answers these requests:
      | what                      | request                                                          | body                                  |
      | a new one                 | PUT /$things/_doc/1                                              | { "a": { "b": 1, "c": 2 }, "d": "x" } |
      | read at once              | GET /$things/_doc/1                                              |                                       |
      | read as searches see it   | GET /$things/_doc/1?realtime=false                               |                                       |
      | read after a refresh      | GET /$things/_doc/1?realtime=false&refresh=true                  |                                       |
      | without its source        | GET /$things/_doc/1?_source=false                                |                                       |
      | a part of its source      | GET /$things/_doc/1?_source=a.b                                  |                                       |
      | all but a part            | GET /$things/_doc/1?_source_includes=a,d&_source_excludes=a.c    |                                       |
      | the whole source          | GET /$things/_doc/1?_source=true                                 |                                       |
      | that it exists            | HEAD /$things/_doc/1                                             |                                       |
      | that another does not     | HEAD /$things/_doc/2                                             |                                       |
      | one that is not there     | GET /$things/_doc/2                                              |                                       |
      | without an id             | POST /$things/_doc?routing=a                                     | { "d": "y" }                          |
      | by POST                   | POST /$things/_doc/3?refresh                                     | { "d": "z" }                          |
      | one that must be new      | PUT /$things/_create/4?refresh=wait_for                          | { "d": 1 }                            |
      | one that is not new       | POST /$things/_create/4                                          | { "d": 2 }                            |
      | new by a parameter        | PUT /$things/_doc/4?op_type=create                               | { "d": 2 }                            |
      | over a sequence number    | PUT /$things/_doc/1?if_seq_no=0&if_primary_term=1                | { "d": 3 }                            |
      | over an older one         | PUT /$things/_doc/1?if_seq_no=0&if_primary_term=1                | { "d": 4 }                            |
      | over none                 | PUT /$things/_doc/77?if_seq_no=5&if_primary_term=1               | { "d": 4 }                            |
      | half of the guard         | PUT /$things/_doc/1?if_seq_no=1                                  | { "d": 4 }                            |
      | a version from outside    | PUT /$things/_doc/5?version=7&version_type=external              | { "d": 5 }                            |
      | the same version          | PUT /$things/_doc/5?version=7&version_type=external              | { "d": 6 }                            |
      | the same is enough        | PUT /$things/_doc/5?version=7&version_type=external_gte          | { "d": 7 }                            |
      | an older version          | PUT /$things/_doc/5?version=6&version_type=external_gte          | { "d": 8 }                            |
      | a version from inside     | PUT /$things/_doc/5?version=1                                    | { "d": 9 }                            |
      | a version and the guard   | PUT /$things/_doc/5?version=8&version_type=external&if_seq_no=1&if_primary_term=1 | { "d": 9 }           |
      | no version                | PUT /$things/_doc/5?version_type=external                        | { "d": 9 }                            |
      | new with a guard          | PUT /$things/_doc/6?op_type=create&if_seq_no=1&if_primary_term=1 | { "d": 9 }                            |
      | new with a version        | PUT /$things/_create/6?version=3&version_type=external           | { "d": 9 }                            |
      | removed                   | DELETE /$things/_doc/3                                           |                                       |
      | removed again             | DELETE /$things/_doc/3?refresh=true                              |                                       |
      | removed over a guard      | DELETE /$things/_doc/1?if_seq_no=99&if_primary_term=1            |                                       |
      | removed by a version      | DELETE /$things/_doc/5?version=9&version_type=external           |                                       |
      | from no index             | DELETE /$none/_doc/1                                             |                                       |
      | in an index not there yet | PUT /$born/_doc/1                                                | { "a": 1 }                            |
      | read from no index        | GET /$none/_doc/1                                                |                                       |
      | with a routing key        | PUT /$routed/_doc/1?routing=k&refresh=true                       | { "a": 1 }                            |
      | without a routing key     | PUT /$routed/_doc/2                                              | { "a": 1 }                            |
      | without it, many          | POST /$routed/_bulk                                              | {"index":{"_id":"3"}}\n{"a":1}\n      |
      | read with the key         | GET /$routed/_doc/1?routing=k                                    |                                       |
      | read without the key      | GET /$routed/_doc/1                                              |                                       |
      | found by the key          | POST /$routed/_search?routing=k                                  | { "query": { "term": { "_routing": "k" } } } |
      | refreshed                 | POST /$things/_refresh                                           |                                       |
      | refreshed by GET          | GET /$things/_refresh?ignore_unavailable=true                    |                                       |
      | all documents counted     | GET /$things/_count?routing=a                                    |                                       |

  @errors.malformed-documents
  Scenario: Documents that do not match the mapping
    Given an index "things" with:
      """json
      {
        "mappings": {
          "properties": {
            "sold": { "type": "boolean" }, "big": { "type": "long" }, "exact": { "type": "integer" },
            "weight": { "type": "double" }, "day": { "type": "date" },
            "tag": { "type": "keyword" }, "name": { "type": "text" }, "maker": { "properties": { "age": { "type": "integer" } } }
          }
        }
      }
      """
    And the unused names "hosts, moments, ranges, labels, copies, doors, parts, halves, strict"
    Then it is recorded how the server answers these wrong requests:
      | what                           | request             | body                                          |
      | addresses                      | PUT /$hosts         | { "mappings": { "properties": { "host": { "type": "ip" } } } } |
      | nanoseconds                    | PUT /$moments       | { "mappings": { "properties": { "at": { "type": "date_nanos" } } } } |
      | ranges                         | PUT /$ranges        | { "mappings": { "properties": { "span": { "type": "integer_range" }, "net": { "type": "ip_range" }, "open": { "type": "date_range" }, "gap": { "type": "float_range" } } } } |
      | another name of a field        | PUT /$labels        | { "mappings": { "properties": { "tag": { "type": "keyword" }, "label": { "type": "alias", "path": "tag" } } } } |
      | a copy below a keyword         | PUT /$copies        | { "mappings": { "properties": { "tag": { "type": "keyword" }, "from": { "type": "keyword", "copy_to": "tag.more" } } } } |
      | a closed object                | PUT /$doors         | { "mappings": { "properties": { "shut": { "type": "object", "dynamic": "strict" } } } } |
      | nested objects                 | PUT /$parts         | { "mappings": { "properties": { "pieces": { "type": "nested" } } } } |
      | small numbers                  | PUT /$halves        | { "mappings": { "properties": { "half": { "type": "half_float" }, "tiny": { "type": "byte" } } } } |
      | numbers without coercion       | PUT /$strict        | { "mappings": { "properties": { "exact": { "type": "integer", "coerce": false } } } } |
      | a list                         | PUT /$things/_doc/1 | [ 1 ]                                         |
      | a word                         | PUT /$things/_doc/1 | "one"                                         |
      | cut off                        | PUT /$things/_doc/1 | { "sold":                                     |
      | a second document              | PUT /$things/_doc/1 | { "sold": true } { "sold": false }            |
      | no document                    | PUT /$things/_doc/1 |                                               |
      | no boolean                     | PUT /$things/_doc/1 | { "sold": "maybe" }                           |
      | a number as boolean            | PUT /$things/_doc/1 | { "sold": 1 }                                 |
      | a number out of reach          | PUT /$halves/_doc/1 | { "tiny": 128 }                               |
      | a long out of reach            | PUT /$things/_doc/1 | { "big": 9223372036854775808 }                |
      | a long in a string out of reach | PUT /$things/_doc/1 | { "big": "-9223372036854775809" }            |
      | a fraction where none may be   | PUT /$strict/_doc/1 | { "exact": 1.5 }                              |
      | a string where none may be     | PUT /$strict/_doc/1 | { "exact": "1" }                              |
      | no number                      | PUT /$things/_doc/1 | { "weight": "heavy" }                         |
      | an empty string                | PUT /$things/_doc/1 | { "weight": "" }                              |
      | an endless number              | PUT /$things/_doc/1 | { "weight": "Infinity" }                      |
      | a number too large             | PUT /$halves/_doc/1 | { "half": 70000 }            |
      | a double too large             | PUT /$things/_doc/1 | { "weight": 1e999 }                           |
      | an object as number            | PUT /$things/_doc/1 | { "weight": { "kg": 1 } }                     |
      | a boolean as number            | PUT /$halves/_doc/1 | { "tiny": true }                              |
      | no address                     | PUT /$hosts/_doc/1 | { "host": "here" }                            |
      | a number as address            | PUT /$hosts/_doc/1 | { "host": 5 }                                 |
      | no date                        | PUT /$things/_doc/1 | { "day": "soon" }                             |
      | a day that is none             | PUT /$things/_doc/1 | { "day": "2023-02-29" }                       |
      | an object as date              | PUT /$things/_doc/1 | { "day": {} }                                 |
      | before the nanoseconds         | PUT /$moments/_doc/1 | { "at": "1969-12-31" }                        |
      | after the nanoseconds          | PUT /$moments/_doc/1 | { "at": "2262-04-12" }                        |
      | an object as word              | PUT /$things/_doc/1 | { "tag": { "a": 1 } }                         |
      | an object as text              | PUT /$things/_doc/1 | { "name": [ { "a": 1 } ] }                    |
      | a word as object               | PUT /$things/_doc/1 | { "maker": "ann" }                            |
      | a word in a nested field       | PUT /$parts/_doc/1 | { "pieces": [ 5 ] }                           |
      | below a word                   | PUT /$things/_doc/1 | { "tag.more": "x" }                           |
      | a name of dots                 | PUT /$things/_doc/1 | { "a..b": 1 }                                 |
      | an empty name                  | PUT /$things/_doc/1 | { "": 1 }                                     |
      | into an alias                  | PUT /$labels/_doc/1 | { "label": "x" }                              |
      | into a closed object           | PUT /$doors/_doc/1 | { "shut": { "a": 1 } }                        |
      | into a closed object by a dot  | PUT /$doors/_doc/1 | { "shut.a": 1 }                               |
      | a copy below a word            | PUT /$copies/_doc/1 | { "from": "x" }                               |
      | a range that is a word         | PUT /$ranges/_doc/1 | { "span": "wide" }                            |
      | a range that is a number       | PUT /$ranges/_doc/1 | { "gap": 5 }                                  |
      | a range with another member    | PUT /$ranges/_doc/1 | { "span": { "from": 1, "above": 2 } }         |
      | a range upside down            | PUT /$ranges/_doc/1 | { "span": { "gte": 5, "lte": 1 } }            |
      | a range past the end           | PUT /$ranges/_doc/1 | { "span": { "gt": 2147483647 } }              |
      | a range of no network          | PUT /$ranges/_doc/1 | { "net": "10.0.0.0/64" }                      |
      | a range of no address          | PUT /$ranges/_doc/1 | { "net": { "gte": "here" } }                  |
      | a range of no date             | PUT /$ranges/_doc/1 | { "open": { "gte": "soon" } }                 |
      | an empty id                    | PUT /$things/_doc/  | { "tag": "x" }                                |
      | far too long an id             | PUT /$things/_doc/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | { "tag": "x" } |
      | an unknown kind of write       | PUT /$things/_doc/1?op_type=update       | { "tag": "x" }           |
      | a version below none           | PUT /$things/_doc/1?version=-1&version_type=external | { "tag": "x" } |
      | an unknown kind of refresh     | PUT /$things/_doc/1?refresh=soon         | { "tag": "x" }           |
      | a time limit of another kind   | PUT /$things/_doc/1?timeout=soon         | { "tag": "x" }           |

  @index.inspection-calls
  Scenario: Cluster health, cluster settings, and cat tables
    Given an index "things" with:
      """json
      { "settings": { "number_of_shards": 2, "number_of_replicas": 0 } }
      """
    And an index "copied" with:
      """json
      { "settings": { "number_of_shards": 1, "number_of_replicas": 1 } }
      """
    And the document "1" in "things":
      """json
      { "tag": 1 }
      """
    Then it is recorded how the server answers these requests:
      | what                     | request                                                              |
      | health                   | GET /_cluster/health?local=true                                      |
      | health of an index       | GET /_cluster/health/$things?wait_for_status=green&timeout=1s        |
      | health that does not come | GET /_cluster/health/$copied?wait_for_status=green&timeout=10ms     |
      | health of no index       | GET /_cluster/health/no-such-index-anywhere?timeout=10ms             |
      | settings of the whole    | GET /_cluster/settings                                               |
      | settings with all others | GET /_cluster/settings?include_defaults=true&flat_settings=true      |
      | a table                  | GET /_cat/indices/$things                                            |
      | a table with its heading | GET /_cat/indices/$things,$copied?v=true&s=index:desc                |
      | some columns             | GET /_cat/indices/$things?h=i,docs.count,pri.store.size,*size&bytes=b&v |
      | columns as JSON          | GET /_cat/indices/$things?h=index,pri,rep&format=json                |
      | columns as text          | GET /_cat/indices/$things?format=text                                |
      | larger units             | GET /_cat/shards/$things?h=index,shard,store&bytes=kb&s=store:desc,shard |
      | shards                   | GET /_cat/shards/$things,$copied?v=true&s=index,prirep,shard         |
      | an unknown column        | GET /_cat/shards/$things?h=moon                                      |
      | sorted by an unknown one | GET /_cat/indices/$things?s=moon                                     |
      | an unknown order         | GET /_cat/indices/$things?s=index:up                                 |
      | statistics               | GET /_nodes/stats/indices/search                                     |
