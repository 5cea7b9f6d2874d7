Feature: SQL: unspecified behaviour
  The specification leaves these points open. The behaviour of the server is recorded, not judged.

  @sql.member-invalid
  Scenario: The response to missing or invalid members
    Given an index "books"
    And 3 numbered documents in "books"
    Then it is recorded how the server answers these wrong requests:
      | what                    | request                 | body                                                                    |
      | no query                | POST /_sql?format=txt   | { "fetch_size": 10 }                                                    |
      | empty query             | POST /_sql?format=txt   | { "query": "" }                                                         |
      | filter as text          | POST /_sql?format=txt   | { "query": "SELECT n FROM \\"$books\\"", "filter": "n" }                |
      | filter of unknown kind  | POST /_sql?format=txt   | { "query": "SELECT n FROM \\"$books\\"", "filter": { "sounds": {} } }   |
      | fetch size of nought    | POST /_sql?format=txt   | { "query": "SELECT n FROM \\"$books\\"", "fetch_size": 0 }              |
      | negative fetch size     | POST /_sql?format=txt   | { "query": "SELECT n FROM \\"$books\\"", "fetch_size": -1 }             |
      | fetch size as text      | POST /_sql?format=txt   | { "query": "SELECT n FROM \\"$books\\"", "fetch_size": "many" }         |
      | fetch size with a part  | POST /_sql?format=txt   | { "query": "SELECT n FROM \\"$books\\"", "fetch_size": 1.5 }            |

  @sql.body-format
  Scenario: Statements in YAML
    Given an index "books"
    And 3 numbered documents in "books"
    Then it is recorded how the server answers these requests:
      | what                 | request               | content type     | body                                                                                                   |
      | a statement          | POST /_sql?format=txt | application/yaml | query: SELECT n FROM "$books" ORDER BY n                                                               |
      | a filter             | POST /_sql?format=txt | application/yaml | { query: 'SELECT n FROM "$books" ORDER BY n', filter: { term: { n: 2 } } }                              |
      | a filter, no format  | POST /_sql            | application/yaml | { query: 'SELECT n FROM "$books" ORDER BY n', filter: { term: { n: 2 } }, fetch_size: 10 }              |

  @sql.fetch-size-effect
  Scenario: The effect of the fetch size on a longer result
    Given an index "books"
    And 5 numbered documents in "books"
    Then it is recorded how the server answers these requests:
      | what           | request               | body                                                                              |
      | text table     | POST /_sql?format=txt | { "query": "SELECT n FROM \\"$books\\" ORDER BY n", "fetch_size": 2 }             |
      | without format | POST /_sql            | { "query": "SELECT n FROM \\"$books\\" ORDER BY n", "fetch_size": 2 }             |

  @sql.other-formats
  Scenario: Formats other than the text table
    Given an index "books"
    And 2 numbered documents in "books"
    Then it is recorded how the server answers these wrong requests:
      | what           | request                 | accept     | body                                                    |
      | no format      | POST /_sql              |            | { "query": "SELECT n FROM \\"$books\\" ORDER BY n" }    |
      | accepting csv  | POST /_sql              | text/csv   | { "query": "SELECT n FROM \\"$books\\" ORDER BY n" }    |
      | accepting text | POST /_sql              | text/plain | { "query": "SELECT n FROM \\"$books\\" ORDER BY n" }    |
      | txt            | POST /_sql?format=txt   |            | { "query": "SELECT n FROM \\"$books\\" ORDER BY n" }    |
      | json           | POST /_sql?format=json  |            | { "query": "SELECT n FROM \\"$books\\" ORDER BY n" }    |
      | csv            | POST /_sql?format=csv   |            | { "query": "SELECT n FROM \\"$books\\" ORDER BY n" }    |
      | tsv            | POST /_sql?format=tsv   |            | { "query": "SELECT n FROM \\"$books\\" ORDER BY n" }    |
      | yaml           | POST /_sql?format=yaml  |            | { "query": "SELECT n FROM \\"$books\\" ORDER BY n" }    |
      | md             | POST /_sql?format=md    |            | { "query": "SELECT n FROM \\"$books\\" ORDER BY n" }    |
      | a made-up one  | POST /_sql?format=paper |            | { "query": "SELECT n FROM \\"$books\\" ORDER BY n" }    |

  @sql.values-in-other-formats
  Scenario Outline: The values of a statement <where>
    Given an index "zoo" with:
      """
      {
        "mappings": {
          "properties": {
            "n": { "type": "integer" }, "animal": { "type": "keyword" }, "plant": { "type": "keyword" },
            "weight": { "type": "integer" }, "height": { "type": "integer" }
          }
        }
      }
      """
    And these documents in "zoo":
      | _id | n | animal | plant  | weight | height |
      | a   | 1 | quokka | fern   | 31     | 58     |
      | b   | 2 | wombat | willow | 47     | 64     |
    When the client sends POST "<path>" accepting "<media type>" with:
      """
      { "query": "SELECT animal, weight FROM \"$zoo\" ORDER BY n" }
      """
    Then the request is refused or has the values "quokka, 31, wombat, 47" without "fern, 58, willow, 64"
    When the client sends POST "<path>" accepting "<media type>" with:
      """
      { "query": "SELECT plant, height FROM \"$zoo\" ORDER BY n" }
      """
    Then the request is refused or has the values "fern, 58, willow, 64" without "quokka, 31, wombat, 47"

    Examples:
      | where            | path              | media type |
      | in csv           | /_sql?format=csv  | */*        |
      | in tsv           | /_sql?format=tsv  | */*        |
      | in json          | /_sql?format=json | */*        |
      | in yaml          | /_sql?format=yaml | */*        |
      | of no format     | /_sql             | */*        |
      | that accepts csv | /_sql             | text/csv   |
      | that accepts txt | /_sql             | text/plain |

  @sql.dialect
  Scenario: Supported forms of statements
    Given an index "books"
    And 6 numbered documents in "books"
    Then it is recorded how the server answers these requests:
      | what             | request               | body                                                                                             |
      | all columns      | POST /_sql?format=txt | { "query": "SELECT * FROM \\"$books\\" ORDER BY n" }                                             |
      | small letters    | POST /_sql?format=txt | { "query": "select n from \\"$books\\" order by n limit 1" }                                     |
      | groups           | POST /_sql?format=txt | { "query": "SELECT word, COUNT(*), SUM(n), AVG(n) FROM \\"$books\\" GROUP BY word ORDER BY word" } |
      | having           | POST /_sql?format=txt | { "query": "SELECT word, SUM(n) AS s FROM \\"$books\\" GROUP BY word HAVING SUM(n) > 9" }        |
      | distinct         | POST /_sql?format=txt | { "query": "SELECT DISTINCT word FROM \\"$books\\" ORDER BY word" }                              |
      | an expression    | POST /_sql?format=txt | { "query": "SELECT n * 2 + 1 AS m FROM \\"$books\\" ORDER BY n" }                                |
      | a list           | POST /_sql?format=txt | { "query": "SELECT n FROM \\"$books\\" WHERE n IN (1, 2) ORDER BY n" }                           |
      | a pattern        | POST /_sql?format=txt | { "query": "SELECT n FROM \\"$books\\" WHERE word LIKE 'ev%' ORDER BY n" }                       |
      | without a table  | POST /_sql?format=txt | { "query": "SELECT 1 + 1 AS two" }                                                               |

  @sql.statement-invalid
  Scenario: The response to statements that cannot be run
    Given an index "books"
    And 2 numbered documents in "books"
    Then it is recorded how the server answers these requests:
      | what            | request               | body                                                     |
      | wrong grammar   | POST /_sql?format=txt | { "query": "SELECT FROM WHERE" }                         |
      | unknown index   | POST /_sql?format=txt | { "query": "SELECT n FROM \\"no-such-index\\"" }         |
      | unknown column  | POST /_sql?format=txt | { "query": "SELECT nothing FROM \\"$books\\"" }          |
      | unknown function | POST /_sql?format=txt | { "query": "SELECT FROBNICATE(n) FROM \\"$books\\"" }   |
