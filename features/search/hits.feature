Feature: Hits
  The members of a hit, in every request that returns hits. Two requests of each kind are sent; the hit of the second one
  is checked.

  Background:
    Given the unused name "all"
    And an index "books" with:
      """
      {
        "aliases": { "$all": {} },
        "mappings": {
          "properties": { "title": { "type": "keyword" }, "price": { "type": "double" }, "n": { "type": "integer" } }
        }
      }
      """
    And an index "papers" with:
      """
      {
        "aliases": { "$all": {} },
        "mappings": {
          "properties": { "title": { "type": "keyword" }, "price": { "type": "double" }, "n": { "type": "integer" } }
        }
      }
      """
    And the document "a" in "papers":
      """
      {
        "n": 1, "title": "Emma", "price": 7.25, "sold": false, "shelf": null, "tags": ["novel", "town"],
        "author": {
          "born": "Steventon", "names": ["Jane", "Austen"], "age": 41, "rate": 0.25, "living": false,
          "home": { "town": "Chawton", "number": 17, "street": null, "map": { "page": 1 } }
        }
      }
      """
    And the document "b" in "papers":
      """
      {
        "n": 2, "title": "Middlemarch", "price": 9.5, "sold": false, "shelf": null, "tags": ["county", "novel"],
        "author": {
          "born": "Arbury", "names": ["George", "Eliot"], "age": 61, "rate": 0.75, "living": false,
          "home": { "town": "Nuneaton", "number": 4, "street": null, "map": { "page": 2 } }
        }
      }
      """
    And the document "c" in "books":
      """
      {
        "n": 3, "title": "Orlando", "price": 12.5, "sold": true, "shelf": null, "tags": ["novel", "life"],
        "author": {
          "born": "Kensington", "names": ["Virginia", "Woolf"], "age": 59, "rate": 0.5, "living": true,
          "home": { "town": "London", "number": 52, "street": null, "map": { "page": 3 } }
        }
      }
      """

  Scenario Outline: In a search by <method>, <outcome>
    When the client sends <method> "/$all/_search<options>" with:
      """
      { "size": 1, "sort": [{ "price": "asc" }, { "n": "asc" }, { "title": "asc" }] }
      """
    Then there is 1 hit
    When the client sends <method> "/$all/_search<options>" with:
      """
      { "size": 1, "sort": [{ "price": "desc" }, { "n": "desc" }, { "title": "desc" }] }
      """
    Then there is 1 hit
    And <outcome>

    Examples:
      | clause                 | method | options    | outcome                                                                                                                                                                                                                                                                                                |
      | search.hit-index       | GET    |            | "hits.hits.0._index" is "$books"                                                                                                                                                                                                                                                                       |
      | search.hit-id          | GET    |            | "hits.hits.0._id" is "c"                                                                                                                                                                                                                                                                               |
      | search.hit-score       | GET    |            | "hits.hits.0._score" is present                                                                                                                                                                                                                                                                        |
      | search.hit-source      | GET    |            | "hits.hits.0._source" is { "n": 3, "title": "Orlando", "price": 12.5, "sold": true, "shelf": null, "tags": ["novel", "life"], "author": { "born": "Kensington", "names": ["Virginia", "Woolf"], "age": 59, "rate": 0.5, "living": true, "home": { "town": "London", "number": 52, "street": null, "map": { "page": 3 } } } } |
      | search.hit-sort-values | GET    |            | "hits.hits.0.sort" is [12.5, 3, "Orlando"]                                                                                                                                                                                                                                                             |
      | search.hit-index       | POST   | ?scroll=1m | "hits.hits.0._index" is "$books"                                                                                                                                                                                                                                                                       |
      | search.hit-id          | POST   | ?scroll=1m | "hits.hits.0._id" is "c"                                                                                                                                                                                                                                                                               |
      | search.hit-score       | POST   | ?scroll=1m | "hits.hits.0._score" is present                                                                                                                                                                                                                                                                        |
      | search.hit-source      | POST   | ?scroll=1m | "hits.hits.0._source" is { "n": 3, "title": "Orlando", "price": 12.5, "sold": true, "shelf": null, "tags": ["novel", "life"], "author": { "born": "Kensington", "names": ["Virginia", "Woolf"], "age": 59, "rate": 0.5, "living": true, "home": { "town": "London", "number": 52, "street": null, "map": { "page": 3 } } } } |
      | search.hit-sort-values | POST   | ?scroll=1m | "hits.hits.0.sort" is [12.5, 3, "Orlando"]                                                                                                                                                                                                                                                             |

  Scenario Outline: In a later batch of a scroll by <method>, <outcome>
    Given a scroll over "all", kept for "1m" with:
      """
      { "size": 1, "sort": [{ "price": "asc" }, { "n": "asc" }, { "title": "asc" }] }
      """
    When the client sends <method> "/_search/scroll" with:
      """
      { "scroll": "1m", "scroll_id": "$scroll_id" }
      """
    Then there is 1 hit
    When "_scroll_id" is kept as "scroll_id"
    And the client sends <method> "/_search/scroll" with:
      """
      { "scroll": "1m", "scroll_id": "$scroll_id" }
      """
    Then there is 1 hit
    And <outcome>

    Examples:
      | clause                 | method | outcome                                                                                                                                                                                                                                                                                                |
      | search.hit-index       | GET    | "hits.hits.0._index" is "$books"                                                                                                                                                                                                                                                                       |
      | search.hit-id          | GET    | "hits.hits.0._id" is "c"                                                                                                                                                                                                                                                                               |
      | search.hit-score       | GET    | "hits.hits.0._score" is present                                                                                                                                                                                                                                                                        |
      | search.hit-source      | GET    | "hits.hits.0._source" is { "n": 3, "title": "Orlando", "price": 12.5, "sold": true, "shelf": null, "tags": ["novel", "life"], "author": { "born": "Kensington", "names": ["Virginia", "Woolf"], "age": 59, "rate": 0.5, "living": true, "home": { "town": "London", "number": 52, "street": null, "map": { "page": 3 } } } } |
      | search.hit-sort-values | GET    | "hits.hits.0.sort" is [12.5, 3, "Orlando"]                                                                                                                                                                                                                                                             |
      | search.hit-index       | POST   | "hits.hits.0._index" is "$books"                                                                                                                                                                                                                                                                       |
      | search.hit-id          | POST   | "hits.hits.0._id" is "c"                                                                                                                                                                                                                                                                               |
      | search.hit-score       | POST   | "hits.hits.0._score" is present                                                                                                                                                                                                                                                                        |
      | search.hit-source      | POST   | "hits.hits.0._source" is { "n": 3, "title": "Orlando", "price": 12.5, "sold": true, "shelf": null, "tags": ["novel", "life"], "author": { "born": "Kensington", "names": ["Virginia", "Woolf"], "age": 59, "rate": 0.5, "living": true, "home": { "town": "London", "number": 52, "street": null, "map": { "page": 3 } } } } |
      | search.hit-sort-values | POST   | "hits.hits.0.sort" is [12.5, 3, "Orlando"]                                                                                                                                                                                                                                                             |

  Scenario Outline: In a point in time, <outcome>
    Given a point in time over "all", kept for "1m"
    When the client sends GET "/_search" with:
      """
      { "pit": { "id": "$pit_id" }, "size": 1, "sort": [{ "price": "asc" }, { "n": "asc" }, { "title": "asc" }] }
      """
    Then there is 1 hit
    When "pit_id" is kept as "pit_id"
    And the client sends GET "/_search" with:
      """
      { "pit": { "id": "$pit_id" }, "size": 1, "sort": [{ "price": "desc" }, { "n": "desc" }, { "title": "desc" }] }
      """
    Then there is 1 hit
    And <outcome>

    Examples:
      | clause                 | outcome                                                                                                                                                                                                                                                                                                |
      | search.hit-index       | "hits.hits.0._index" is "$books"                                                                                                                                                                                                                                                                       |
      | search.hit-id          | "hits.hits.0._id" is "c"                                                                                                                                                                                                                                                                               |
      | search.hit-score       | "hits.hits.0._score" is present                                                                                                                                                                                                                                                                        |
      | search.hit-source      | "hits.hits.0._source" is { "n": 3, "title": "Orlando", "price": 12.5, "sold": true, "shelf": null, "tags": ["novel", "life"], "author": { "born": "Kensington", "names": ["Virginia", "Woolf"], "age": 59, "rate": 0.5, "living": true, "home": { "town": "London", "number": 52, "street": null, "map": { "page": 3 } } } } |
      | search.hit-sort-values | "hits.hits.0.sort.0" is 12.5                                                                                                                                                                                                                                                                           |
      | search.hit-sort-values | "hits.hits.0.sort.1" is 3                                                                                                                                                                                                                                                                              |
      | search.hit-sort-values | "hits.hits.0.sort.2" is "Orlando"                                                                                                                                                                                                                                                                      |
