Feature: Rollover: alias and index
  A rollover creates a new index, and writes to the alias go there.

  @rollover.moves-alias
  Scenario: A document written through the alias after the rollover is stored in the new index
    Given a policy "daily" that rolls over on {"max_docs":5}
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And 5 numbered documents in "logs-000001"
    When the policies run
    And the client indexes the document "after" in "logs":
      """json
      { "n": 6 }
      """
    Then the response is a success
    When the documents of "logs-000001" are visible
    And the client searches "logs-000001"
    Then the hits are "1, 2, 3, 4, 5" in any order
    And "logs" has been rolled over

  @rollover.moves-alias
  Scenario: A policy applies to each of its indices
    Given a policy "daily" that rolls over on {"max_docs":1}
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And an index "events-000001" under the policy "daily", behind the alias "events"
    And an index "spans-000001" under the policy "daily", behind the alias "spans"
    And an index "errors-000001" under the policy "daily", behind the alias "errors"
    And 1 numbered document in "logs-000001"
    And 1 numbered document in "events-000001"
    And 1 numbered document in "errors-000001"
    When the policies run
    Then "logs" has been rolled over
    And "events" has been rolled over
    And "errors" has been rolled over
    And "spans" has not been rolled over

  @rollover.moves-alias-each-time
  Scenario: With each further rollover, the alias writes to the newest index
    Given a policy "daily" that rolls over on {"max_docs":2}
    And the unused names "logs, managed"
    And the client sends PUT "/_index_template/$managed" with:
      """json
      {
        "index_patterns": ["$logs-*"],
        "priority": 500,
        "template": {
          "settings": { "index.number_of_replicas": 0, "index.lifecycle.name": "$daily", "index.lifecycle.rollover_alias": "$logs" }
        }
      }
      """
    And the response is a success
    And an index "logs-000001" with:
      """json
      { "aliases": { "$logs": { "is_write_index": true } } }
      """
    And writes to "logs" go to "logs-000001"
    And 2 numbered documents in "logs-000001"
    When the policies run
    Then "logs" has been rolled over
    When the client indexes the document "second" in "logs":
      """json
      { "n": 3 }
      """
    And the documents of "logs" are visible
    And the policies run
    Then "logs" has been rolled over
    When the client indexes the document "third" in "logs":
      """json
      { "n": 4 }
      """
    And the documents of "logs" are visible
    And the policies run
    Then "logs" has been rolled over
    And the policies run
    And "logs" has not been rolled over

  @rollover.creates-index
  Scenario: The old index can still be searched together with the new one
    Given a policy "daily" that rolls over on {"max_docs":2}
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And 2 numbered documents in "logs-000001"
    When the policies run
    Then "logs" has been rolled over
    When the client searches "logs-000001"
    Then the hits are "1, 2" in any order

  @rollover.alias-setting
  Scenario: Of two aliases of an index, only the alias in the setting moves to the new index
    Given a policy "daily" that rolls over on {"max_docs":3}
    And the unused names "logs, other"
    And an index "logs-000001" with:
      """json
      { "settings": { "index.number_of_replicas": 0, "index.lifecycle.name": "$daily",
          "index.lifecycle.rollover_alias": "$logs" },
        "aliases": { "$logs": { "is_write_index": true }, "$other": { "is_write_index": true } } }
      """
    And writes to "logs" go to "logs-000001"
    And writes to "other" go to "logs-000001"
    And 3 numbered documents in "logs-000001"
    When the policies run
    Then "logs" has been rolled over
    And "other" has not been rolled over

  @rollover.alias-details
  Scenario: The name of the next index, and the membership of the old index in the alias
    Given a policy "daily" that rolls over on {"max_docs":1}
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And 1 numbered document in "logs-000001"
    When the policies run
    Then it is recorded where writes to "logs" go
    When the client searches "logs"
    Then it is recorded how many hits there are

  @rollover.alias-details
  Scenario Outline: The outcome for an index with <what>
    Given a policy "daily" that rolls over on {"max_docs":1}
    And the unused name "logs"
    And an index <index> with:
      """json
      { "settings": { "index.number_of_replicas": 0, "index.lifecycle.name": "$daily"<setting> },
        "aliases": { "$logs": { "is_write_index": <writes> } } }
      """
    And 1 numbered document in <index>
    When the policies run
    Then it is recorded where writes to "logs" go

    Examples:
      | what                          | index             | setting                                     | writes |
      | a short number                | "logs-7"          | , "index.lifecycle.rollover_alias": "$logs" | true   |
      | no number                     | "journal"         | , "index.lifecycle.rollover_alias": "$logs" | true   |
      | a date before its number      | "logs-2024.01-42" | , "index.lifecycle.rollover_alias": "$logs" | true   |
      | no setting for its alias      | "logs-000001"     |                                             | true   |
      | an alias that takes no writes | "logs-000001"     | , "index.lifecycle.rollover_alias": "$logs" | false  |
