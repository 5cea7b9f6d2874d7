Feature: Inspection
  The node statistics of searches, and the cat listings of indices and shards. The specification leaves the paths of the
  listings open; the scenarios use the paths that clients of such services use.

  @search.statistics-are-json
  Scenario: The body of the response with the statistics is JSON
    Given an index "books"
    And 2 numbered documents in "books"
    When the client sends GET "/_nodes/stats/indices/search"
    Then the response is a success
    And the response body is JSON

  @global @search.open-contexts-shown
  Scenario: The statistics count the open search contexts
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 1 } }
      """
    And 3 numbered documents in "books"
    When the client reads the search statistics as "start"
    And the client searches "books"
    And the client reads the search statistics as "searched"
    And the client opens 3 scrolls over "books"
    And the client reads the search statistics as "three open"
    And the client opens 4 scrolls over "books"
    And the client reads the search statistics as "seven open"
    Then one figure of the search statistics changes by:
      | from       | to         | by |
      | start      | searched   | 0  |
      | searched   | three open | 3  |
      | three open | seven open | 4  |

  @global @search.open-contexts-fall
  Scenario Outline: The count decreases when the client <clears>
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 1 } }
      """
    And 3 numbered documents in "books"
    And the client sends DELETE "/_search/scroll/_all"
    When the client reads the search statistics as "start"
    And the client opens a scroll over "books" with size 1, kept for "5m"
    And the client reads the search statistics as "open"
    And the client <clears>
    And the client reads the search statistics as "cleared"
    Then one figure of the search statistics changes by:
      | from  | to      | by |
      | start | open    | 1  |
      | open  | cleared | -1 |

    Examples:
      | clears                              |
      | deletes the scroll                  |
      | sends DELETE "/_search/scroll/_all" |

  @global @search.open-contexts-fall
  Scenario: The count decreases when a scroll request without a keep time releases the context
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 1 } }
      """
    And 3 numbered documents in "books"
    When the client reads the search statistics as "start"
    And the client opens a scroll over "books" with size 1, kept for "5m"
    And the client reads the search statistics as "open"
    And the client continues the scroll
    And the response is a success
    And the client reads the search statistics as "released"
    Then one figure of the search statistics changes by:
      | from  | to       | by |
      | start | open     | 1  |
      | open  | released | -1 |

  @search.cat-indices-store-size
  Scenario: The listing of indices shows the size of the primary shards
    Given an index "books"
    And 3 numbered documents in "books"
    When the client sends GET "/_cat/indices/$books?format=json&h=index,pri.store.size"
    Then "0.index" is "$books"
    And "0.pri.store.size" is a size

  @search.cat-shards-store
  Scenario: The listing of shards shows the size of each shard
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 2, "number_of_replicas": 0 } }
      """
    And 3 numbered documents in "books"
    When the client sends GET "/_cat/shards/$books?format=json&h=index,shard,store"
    Then "0.store" is a size
    And "1.store" is a size

  @search.cat-shards-prirep
  Scenario: The listing of shards marks a primary shard
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 1, "number_of_replicas": 0 } }
      """
    And 2 numbered documents in "books"
    When the client sends GET "/_cat/shards/$books?format=json&h=index,shard,prirep"
    Then "0.prirep" is "p"

  @search.cat-shards-prirep-of-replicas
  Scenario: The listing of shards marks a primary shard and its replica
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 1, "number_of_replicas": 1 } }
      """
    And the replicas of "books" are assigned
    When the client sends GET "/_cat/shards/$books?format=json&h=index,shard,prirep"
    Then "0.prirep" is one of ["p", "r"]
    And "1.prirep" is one of ["p", "r"]
    When "0.prirep" is kept as "one"
    Then "1.prirep" is not "$one"

  @search.cat-shards-docs
  Scenario: The listing of shards shows the number of documents of each shard
    Given an index "books" with:
      """
      { "settings": { "number_of_shards": 1, "number_of_replicas": 0 } }
      """
    And 7 numbered documents in "books"
    When the client sends GET "/_cat/shards/$books?format=json&h=index,shard,docs"
    Then "0.docs" is one of ["7", 7]

  @search.cat-paths
  Scenario Outline: The response to the path <path>
    Given an index "books"
    When the client sends GET "<path>"
    Then it is recorded how the server answers

    Examples:
      | path                             |
      | /_cat/indices/$books?format=json |
      | /_cat/shards/$books?format=json  |
