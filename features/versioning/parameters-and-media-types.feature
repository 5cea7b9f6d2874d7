Feature: Common parameters, media types and the server name
  The specification says that bodies are JSON. Other ways to choose the form of a response are recorded.
  %RECORDED%

  Background:
    Given an index "things" with:
      """json
      { "settings": { "number_of_replicas": 0 }, "mappings": { "properties": { "size": { "type": "integer" } } } }
      """
    And these documents in "things":
      | _id | size | maker                       |
      | a   | 1    | { "name": "ann", "age": 5 } |
      | b   | 2    |                             |

  @versioning.common-parameters
  Scenario: The form of a response
    Then it is recorded how the server answers these requests:
      | what                     | request                                                                   | body                               |
      | indented                 | GET /$things/_search?pretty                                               |                                    |
      | not indented             | GET /$things/_search?pretty=false                                         |                                    |
      | for people               | GET /$things?human=true&pretty=true                                       |                                    |
      | some members             | GET /$things/_search?filter_path=hits.hits._id,took                       |                                    |
      | members by pattern       | GET /$things/_search?filter_path=hits.**._source.m*,hits.t*               |                                    |
      | members at any depth     | GET /$things/_search?filter_path=**.name                                  |                                    |
      | all but some             | GET /$things/_search?filter_path=-hits.hits._source,-_shards,-**.relation |                                    |
      | some but not all of them | GET /$things/_search?filter_path=hits.hits.*,-hits.hits._source&pretty    |                                    |
      | nothing                  | GET /$things/_search?filter_path=none.at.all                              |                                    |
      | of an error              | GET /no-such-index-anywhere/_search?filter_path=error.type,status&error_trace=true |                           |
      | of a document            | GET /$things/_doc/a?filter_path=_source.maker.age                         |                                    |
      | of a table               | GET /_cat/indices/$things?format=json&filter_path=*.index                 |                                    |
      | an indented error        | GET /no-such-index-anywhere/_search?pretty&human                          |                                    |
      | the name of the server   | GET /?pretty&filter_path=version.number,tagline                           |                                    |
      | that the server is there | HEAD /                                                                    |                                    |

  @versioning.media-types
  Scenario: Media types of bodies and responses
    Then it is recorded how the server answers these wrong requests:
      | what                           | request                   | body            | content type                                        | accept                                              |
      | with a character set           | POST /$things/_search     | { "size": 1 }   | application/json; charset=UTF-8                     |                                                     |
      | with another character set     | POST /$things/_search     | { "size": 1 }   | application/json; charset=latin1                    |                                                     |
      | a form                         | POST /$things/_search     | { "size": 1 }   | application/x-www-form-urlencoded                   |                                                     |
      | plain text                     | POST /$things/_search     | { "size": 1 }   | text/plain                                          |                                                     |
      | lines                          | POST /$things/_search     | { "size": 1 }   | application/x-ndjson                                |                                                     |
      | no media type at all           | POST /$things/_search     | { "size": 1 }   | nonsense                                            |                                                     |
      | a type of a client             | POST /$things/_search     | { "size": 1 }   | application/vnd.elasticsearch+json;compatible-with=8 | application/vnd.elasticsearch+json;compatible-with=8 |
      | an answer of any type          | GET /$things/_search      |                 |                                                     | */*                                                 |
      | an answer of any kind of text  | GET /_cat/indices/$things |                 |                                                     | text/*                                              |
      | a table as JSON                | GET /_cat/indices/$things |                 |                                                     | application/json                                    |
      | a table as JSON if need be     | GET /_cat/indices/$things |                 |                                                     | text/plain;q=0, application/json;q=0.5              |
      | an answer of another type      | GET /$things/_search      |                 |                                                     | image/png                                           |
      | an answer of no type           | GET /$things/_search      |                 |                                                     | rather nonsense                                     |
      | the first that fits            | GET /$things/_search      |                 |                                                     | text/html, application/json;q=0.9, */*;q=0.1        |
      | parameters without a value     | GET /$things/_search?a    |                 |                                                     |                                                     |
      | an empty body                  | POST /$things/_search     |                 | application/json                                    |                                                     |
