Feature: Data streams
  A data stream accepts documents and is searched by its name.

  @index.data-stream-searchable
  Scenario: A search on the name of a data stream returns the documents written to it
    Given a data stream "events"
    When the client writes the document "1" to the data stream "events":
      """json
      { "@timestamp": "2024-05-01T00:00:00Z", "title": "begin" }
      """
    And the client writes the document "2" to the data stream "events":
      """json
      { "@timestamp": "2024-05-02T00:00:00Z", "title": "end" }
      """
    And the documents of "events" are visible
    And the client searches "events"
    Then the hits are "1, 2" in any order
    When the client searches "events" with:
      """json
      { "query": { "match": { "title": { "query": "end" } } } }
      """
    Then the hits are "2"

  @index.data-stream-searchable
  Scenario: A search without a target finds the documents of a data stream
    Given the unused name "mark"
    And a data stream "events"
    When the client writes the document "1" to the data stream "events":
      """json
      { "@timestamp": "2024-05-01T00:00:00Z", "scenario_mark": "$mark" }
      """
    And the documents of "events" are visible
    And the client searches without a target with:
      """json
      { "query": { "match": { "scenario_mark": { "query": "$mark", "operator": "and" } } } }
      """
    Then the hits are "1"
