Feature: SQL: POST /_sql
  The URL parameters of the SQL endpoint, and searches by routing keys.

  @sql.format-txt
  Scenario: A plain text table has the names of the columns and a line for each row
    Given an index "books" with:
      """
      {
        "mappings": {
          "properties": {
            "n": { "type": "integer" },
            "title": { "type": "keyword" },
            "price": { "type": "double" },
            "day": { "type": "date" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | n  | title                                    | price | day        |
      | 1   | 1  | Alpha                                    | 0.25  | 2024-02-29T00:00:00Z |
      | 2   | 22 | A title that is longer than all the rest, and than what a screen shows of it | -7.5  | 2024-03-01T00:00:00Z |
      | 3   | 3  | Gamma                                    | 20.5  | 1969-12-31T00:00:00Z |
    When the client sends POST "/_sql?format=txt" with:
      """
      { "query": "SELECT title, n, price, day FROM \"$books\" ORDER BY title" }
      """
    Then the response is a success
    And the columns are "title, n, price, day"
    And the rows are:
      | title                                    | n  | price |
      | A title that is longer than all the rest, and than what a screen shows of it | 22 | -7.5  |
      | Alpha                                    | 1  | 0.25  |
      | Gamma                                    | 3  | 20.5  |
    And the column "day" holds in any spelling:
      | 2024-03-01T00:00:00.000Z |
      | 2024-02-29T00:00:00.000Z |
      | 1969-12-31T00:00:00.000Z |

  @sql.format-txt
  Scenario: A plain text table without rows has no line for a row
    Given an index "books"
    And 2 numbered documents in "books"
    When the client sends POST "/_sql?format=txt" with:
      """
      { "query": "SELECT n, word FROM \"$books\" WHERE n > 100 ORDER BY n" }
      """
    Then the response is a success
    And the answer holds no rows

  @sql.default-json
  Scenario: A statement without a format is answered in JSON
    Given an index "books"
    And 2 numbered documents in "books"
    When the client runs SQL:
      """
      SELECT n FROM "$books" ORDER BY n
      """
    Then there are 2 rows
    When the client sends POST "/_sql" with:
      """
      { "query": "SELECT n, word FROM \"$books\" ORDER BY n" }
      """
    Then the response is a success
    And the response body is JSON

  @sql.routing-no-parameter
  Scenario: A routing key in the URL does not restrict the rows
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 3 } }
      """
    And these documents in "books":
      | _id | _routing | n |
      | 1   | north    | 1 |
      | 2   | south    | 2 |
      | 3   | east     | 3 |
    When the client runs SQL:
      """
      SELECT n FROM "$books" ORDER BY n
      """
    Then there are 3 rows
    When the client wrongly sends POST "/_sql?format=txt&routing=north" with:
      """
      { "query": "SELECT n FROM \"$books\" ORDER BY n" }
      """
    Then the request is refused or has these rows:
      | n |
      | 1 |
      | 2 |
      | 3 |

  @sql.routing-no-member
  Scenario Outline: A routing key in the body does not restrict the rows: <routing>
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 3 } }
      """
    And these documents in "books":
      | _id | _routing | n |
      | 1   | north    | 1 |
      | 2   | south    | 2 |
      | 3   | east     | 3 |
    When the client wrongly sends POST "/_sql?format=txt" with:
      """
      { "query": "SELECT n FROM \"$books\" ORDER BY n", "routing": <routing> }
      """
    Then the request is refused or has these rows:
      | n |
      | 1 |
      | 2 |
      | 3 |

    Examples:
      | routing   |
      | "north"   |
      | ["north"] |

  @sql.routing-filter
  Scenario Outline: A terms filter on the routing selects only documents with the keys <keys> <condition>
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 2 } }
      """
    And these documents in "books":
      | _id | _routing | n |
      | 1   | north    | 1 |
      | 2   | south    | 2 |
      | 3   | east     | 3 |
      | 4   | north    | 4 |
      | 5   | east     | 5 |
      | north | west   | 0 |
    And the client runs SQL:
      """
      SELECT COUNT(*), MIN(n), MAX(n) FROM "$books"
      """
    And the response is a success
    When the client runs SQL with:
      """
      {
        "query": "SELECT COUNT(*) AS c, MIN(n) AS low, MAX(n) AS high FROM \"$books\" <condition>",
        "filter": { "terms": { "_routing": <keys> } }
      }
      """
    Then the rows are:
      | c       | low   | high   |
      | <count> | <low> | <high> |

    Examples:
      | keys                      | condition   | count | low | high |
      | ["north"]                 |             | 2     | 1   | 4    |
      | ["south", "east", "west"] |             | 4     | 0   | 5    |
      | ["north", "south"]        | WHERE n > 1 | 2     | 2   | 4    |
