Feature: Asynchronous query: figures of the answer
  An answer with the result has the same four figures as that of the query endpoint.

  @async-query.figures-of-the-result
  Scenario Outline: The first answer with a result has its figures: <what>
    # One field: what a server loads of a document is up to it.
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | n |
      | 1   | 1 |
      | 2   | 2 |
      | 3   | 3 |
    And the client queries:
      """
      <query>
      """
    And the table is kept as "answer of the query endpoint"
    And the client starts the query in <format> with:
      """
      { "wait_for_completion_timeout": "20s", "query": "ROW a = 1" }
      """
    When the client starts the query in <format> with:
      """
      { "query": "<query>", "wait_for_completion_timeout": "20s" }
      """
    Then the query has finished
    And "took" is an integer
    And "is_partial" is false
    And "documents_found" is an integer
    And "values_loaded" is equal to "documents_found"
    And the answer is the table kept as "answer of the query endpoint"

    Examples:
      | what             | format | query                               |
      | documents        | json   | FROM $books \| SORT n \| KEEP n     |
      | figures of STATS | json   | FROM $books \| STATS total = SUM(n) |
      | documents        | yaml   | FROM $books \| SORT n \| KEEP n     |

  @async-query.figures-of-the-result
  Scenario: A later answer with the result has its figures
    Given an index "books"
    And 1 numbered document in "books"
    And a slow query over "books" is running
    When the client asks for the query until it has finished
    Then "took" is an integer
    And "is_partial" is false
    And "documents_found" is 1
    And "values_loaded" is an integer
    When the client asks for the query, waiting "1s"
    Then "took" is an integer
    And "is_partial" is false
    And "documents_found" is 1
    And "values_loaded" is an integer
