Feature: Analyzers of a text field in a mapping
  `analyzer` applies to the values of documents, `search_analyzer` to the text of a query. The specification names no
  analyzer; those used here, `whitespace` and `keyword`, are the most common ones.

  @index.mapping-analyzer
  Scenario: The analyzer determines the terms by which a value is found
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "words": { "type": "text", "analyzer": "whitespace" },
            "whole": { "type": "text", "analyzer": "keyword" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | words         | whole         |
      | 1   | Red-Fox jumps | Red-Fox jumps |
    When the client searches "books" with:
      """json
      { "query": { "match": { "words": { "query": "jumps" } } } }
      """
    Then the hits are "1"
    And the client searches "books" with:
      """json
      { "query": { "match": { "words": { "query": "fox" } } } }
      """
    And there are 0 hits
    And the client searches "books" with:
      """json
      { "query": { "match": { "whole": { "query": "jumps" } } } }
      """
    And there are 0 hits
    And the client searches "books" with:
      """json
      { "query": { "match": { "whole": { "query": "Red-Fox jumps" } } } }
      """
    And the hits are "1"

  @index.mapping-search-analyzer
  Scenario: The search analyzer, not the analyzer, tokenizes the text of a query
    Given an index "books" with:
      """json
      {
        "mappings": {
          "properties": {
            "same": { "type": "text", "analyzer": "whitespace" },
            "other": { "type": "text", "analyzer": "whitespace", "search_analyzer": "keyword" }
          }
        }
      }
      """
    And these documents in "books":
      | _id | same    | other   |
      | 1   | red fox | red fox |
    When the client searches "books" with:
      """json
      { "query": { "match": { "other": { "query": "red fox" } } } }
      """
    Then there are 0 hits
    And the client searches "books" with:
      """json
      { "query": { "match": { "other": { "query": "red fox", "operator": "and" } } } }
      """
    And there are 0 hits
    And the client searches "books" with:
      """json
      { "query": { "match": { "other": { "query": "red" } } } }
      """
    And the hits are "1"
    And the client searches "books" with:
      """json
      { "query": { "match": { "same": { "query": "red fox" } } } }
      """
    And the hits are "1"

  @index.analyzer-names
  Scenario Outline: Support for the analyzer <analyzer>
    Given the unused name "books"
    When the client creates the index "books" with:
      """json
      { "mappings": { "properties": { "title": { "type": "text", "analyzer": "<analyzer>" } } } }
      """
    Then it is recorded how the server answers

    Examples:
      | analyzer     |
      | standard     |
      | simple       |
      | english      |
      | no_such_kind |
