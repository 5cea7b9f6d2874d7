Feature: Rollover: data streams
  A data stream is rolled over like an alias; its indices are numbered by generation.

  @rollover.data-stream-new-write-index
  Scenario: After a rollover, new documents of the stream are stored in another index
    Given a policy "daily" that rolls over on {"max_docs":1}
    And a data stream "events" under the policy "daily"
    And the client writes the document "1" to the data stream "events":
      """json
      { "@timestamp": "2024-05-01T00:00:00Z", "n": 1 }
      """
    And the documents of "events" are visible
    When the client searches "events"
    Then the hits are "1"
    And "hits.hits.0._index" is kept as "first"
    When the policies run
    And the client writes the document "2" to the data stream "events":
      """json
      { "@timestamp": "2024-05-02T00:00:00Z", "n": 2 }
      """
    And the documents of "events" are visible
    And the client searches "events" with:
      """json
      { "query": { "term": { "n": 2 } } }
      """
    Then the hits are "2"
    And "hits.hits.0._index" is not "$first"

  @rollover.creates-index
  Scenario: Documents stored before the rollover of a data stream are found after it
    Given a policy "daily" that rolls over on {"max_docs":2}
    And a data stream "events" under the policy "daily"
    And the client writes the document "1" to the data stream "events":
      """json
      { "@timestamp": "2024-05-01T00:00:00Z", "n": 1 }
      """
    And the client writes the document "2" to the data stream "events":
      """json
      { "@timestamp": "2024-05-02T00:00:00Z", "n": 2 }
      """
    And the documents of "events" are visible
    When the policies run
    And the client writes the document "3" to the data stream "events":
      """json
      { "@timestamp": "2024-05-03T00:00:00Z", "n": 3 }
      """
    And the documents of "events" are visible
    And the client searches "events"
    Then the hits are "1, 2, 3" in any order

  @rollover.delete-not-from-creation @rollover.delete-counts-from-rollover
  Scenario: The rolled index of a data stream is deleted a day after its rollover, and its successor remains
    Given a policy "daily" with the phases:
      """json
      { "hot": { "actions": { "rollover": { "max_docs": 1 } } },
        "delete": { "min_age": "1d", "actions": { "delete": {} } } }
      """
    And a data stream "events" under the policy "daily"
    When "30d" passes
    And the client writes the document "1" to the data stream "events":
      """json
      { "@timestamp": "2024-05-01T00:00:00Z", "n": 1 }
      """
    And the documents of "events" are visible
    And the policies run
    And "23h" passes
    And the policies run
    And the client searches "events"
    Then the hits are "1"
    When "1h" passes
    And the policies run
    And the client searches "events"
    Then there are 0 hits

  @rollover.data-stream-generation
  Scenario: A rollover increments the generation by one, and a policy run without a rollover does not
    Given a policy "daily" that rolls over on {"max_docs":1}
    And a data stream "events" under the policy "daily"
    And the client sends GET "/_data_stream/$events"
    And "data_streams.0.generation" is kept as "before"
    And the client writes the document "1" to the data stream "events":
      """json
      { "@timestamp": "2024-05-01T00:00:00Z", "n": 1 }
      """
    And the documents of "events" are visible
    When the policies run
    And the policies run
    And the client sends GET "/_data_stream/$events"
    Then "data_streams.0.generation" is 1 more than "$before"
    When the client writes the document "2" to the data stream "events":
      """json
      { "@timestamp": "2024-05-02T00:00:00Z", "n": 2 }
      """
    And the documents of "events" are visible
    And the policies run
    And the client sends GET "/_data_stream/$events"
    Then "data_streams.0.generation" is 2 more than "$before"
