Feature: Rollover: states
  The effect of a policy run on an index that waits for its rollover, and on one that was rolled over. Each check of a
  rollover writes a document to the alias: an index of two documents has four after two checks.

  @rollover.waiting-ends-when-met
  Scenario: An index that did not meet the condition is rolled over by a later run
    Given a policy "daily" that rolls over on {"max_docs":4}
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And 2 numbered documents in "logs-000001"
    When the policies run
    Then "logs" has not been rolled over
    When the policies run
    Then "logs" has not been rolled over
    When the policies run
    Then "logs" has been rolled over

  @rollover.empty-index-stays
  Scenario: An old index is not rolled over while it has no documents, and is once it has one
    Given a policy "daily" that rolls over on {"max_age":"0d"}
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    When the policies run
    Then "logs" has not been rolled over
    When the policies run
    Then "logs" has been rolled over

  @rollover.empty-index-overridden
  Scenario: An index without documents waits if the cluster setting is true again
    Given a policy "daily" that rolls over on {"max_age":"0d"}
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And the cluster setting "indices.lifecycle.rollover.only_if_has_documents" is "false"
    And the cluster setting "indices.lifecycle.rollover.only_if_has_documents" is "true"
    When the policies run
    Then "logs" has not been rolled over

  @rollover.empty-index-overridden
  Scenario Outline: An index without documents <does> on <conditions> if the cluster setting allows it
    Given a policy "daily" that rolls over on <conditions>
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And the cluster setting "indices.lifecycle.rollover.only_if_has_documents" is "false"
    When the policies run
    Then "logs" <does>

    Examples:
      | conditions       | does                     |
      | {"max_age":"0d"} | has been rolled over     |
      | {"max_age":"9d"} | has not been rolled over |

  @rollover.empty-index-overridden
  Scenario: An index of a data stream without documents is rolled over if the cluster setting allows it
    Given a policy "daily" that rolls over on {"max_age":"0d"}
    And a data stream "events" under the policy "daily"
    And the client sends GET "/_data_stream/$events"
    And "data_streams.0.generation" is kept as "before"
    And the cluster setting "indices.lifecycle.rollover.only_if_has_documents" is "false"
    When the policies run
    And the client sends GET "/_data_stream/$events"
    Then "data_streams.0.generation" is not $before

  @rollover.empty-index-other-overrides
  Scenario Outline: The rollover of an index without documents on <conditions>
    Given a policy "daily" that rolls over on <conditions>
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    When the policies run
    Then it is recorded where writes to "logs" go

    Examples:
      | conditions                                  |
      | {"max_age":"0d"}                            |
      | {"max_age":"0d","min_docs":0}               |
      | {"max_age":"0d","min_primary_shard_docs":0} |

  Scenario Outline: An index with <docs> documents in a shard <does>, although <although>
    Given a policy "daily" that rolls over on <conditions>
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And 1 numbered document in "logs-000001"
    And the primary shards of "logs-000001" hold:
      | shard | docs   | bytes |
      | 0     | <docs> | 1gb   |
    When the policies run
    Then "logs" <does>

    Examples:
      | clause                                        | docs      | although                | conditions                           | does                     |
      | rollover.shard-document-ceiling               | 200000000 | it is young             | {"max_age":"30d"}                    | has been rolled over     |
      | rollover.shard-document-ceiling               | 200000001 | it is small             | {"max_primary_shard_size":"50gb"}    | has been rolled over     |
      | rollover.shard-document-ceiling               | 200000000 | more are allowed in all | {"max_docs":900000000}               | has been rolled over     |
      | rollover.shard-document-ceiling-not-below     | 199999999 | it is big               | {"max_age":"30d"}                    | has not been rolled over |
      | rollover.shard-document-ceiling-overrides-min | 200000000 | it is too young         | {"max_age":"30d","min_age":"7d"}     | has been rolled over     |
      | rollover.shard-document-ceiling-overrides-min | 200000000 | it is too small         | {"max_docs":1,"min_size":"50gb"}     | has been rolled over     |
      | rollover.max-primary-shard-docs-above-ceiling | 200000000 | more are asked for      | {"max_primary_shard_docs":200000001} | has been rolled over     |
      | rollover.max-primary-shard-docs-above-ceiling | 200000000 | many more are asked for | {"max_primary_shard_docs":300000000} | has been rolled over     |

  @rollover.shard-document-ceiling-any-shard
  Scenario Outline: One shard with 200,000,000 documents is enough: the <which>
    Given a policy "daily" that rolls over on {"max_age":"30d"}
    And the unused name "logs"
    And an index "logs-000001" with:
      """json
      { "settings": { "index.number_of_shards": 3, "index.number_of_replicas": 0, "index.lifecycle.name": "$daily",
          "index.lifecycle.rollover_alias": "$logs" },
        "aliases": { "$logs": { "is_write_index": true } } }
      """
    And writes to "logs" go to "logs-000001"
    And 1 numbered document in "logs-000001"
    And the primary shards of "logs-000001" hold:
      | shard | docs    | bytes |
      | 0     | <one>   | 1mb   |
      | 1     | <two>   | 1mb   |
      | 2     | <three> | 1mb   |
    When the policies run
    Then "logs" has been rolled over

    Examples:
      | which | one       | two       | three     |
      | first | 200000000 | 5         | 0         |
      | last  | 0         | 5         | 200000000 |

  @rollover.shard-document-ceiling-not-below
  Scenario: The documents of several shards are not added up
    Given a policy "daily" that rolls over on {"max_age":"30d"}
    And the unused name "logs"
    And an index "logs-000001" with:
      """json
      { "settings": { "index.number_of_shards": 2, "index.number_of_replicas": 0, "index.lifecycle.name": "$daily",
          "index.lifecycle.rollover_alias": "$logs" },
        "aliases": { "$logs": { "is_write_index": true } } }
      """
    And writes to "logs" go to "logs-000001"
    And 1 numbered document in "logs-000001"
    And the primary shards of "logs-000001" hold:
      | shard | docs      | bytes |
      | 0     | 150000000 | 1gb   |
      | 1     | 150000000 | 1gb   |
    When the policies run
    Then "logs" has not been rolled over

  @rollover.waiting-blocks-later-phases
  Scenario: An index with a pending rollover is not deleted, even if it is old enough
    Given a policy "daily" with the phases:
      """json
      { "hot": { "actions": { "rollover": { "max_docs": 100 } } },
        "delete": { "min_age": "0d", "actions": { "delete": {} } } }
      """
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And 2 numbered documents in "logs-000001"
    When the policies run
    And the policies run
    And the client searches "logs-000001"
    Then the hits are "1, 2" in any order

  @rollover.delete-not-from-creation
  Scenario: An old index that was just rolled over remains for the minimum age of its delete phase
    Given a policy "daily" with the phases:
      """json
      { "hot": { "actions": { "rollover": { "max_docs": 2 } } },
        "delete": { "min_age": "1d", "actions": { "delete": {} } } }
      """
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And 1 numbered document in "logs-000001"
    When "30d" passes
    And the policies run
    Then "logs" has not been rolled over
    When the policies run
    Then "logs" has been rolled over
    When the policies run
    And "23h" pass
    And the policies run
    And the client searches "logs-000001" with:
      """json
      { "query": { "term": { "n": 1 } } }
      """
    Then the hits are "1"

  @rollover.delete-counts-from-rollover
  Scenario: A rolled index is deleted a day after its rollover, whichever phase the policy names first
    Given a policy "daily" with the phases:
      """json
      { "delete": { "min_age": "1d", "actions": { "delete": {} } },
        "hot": { "actions": { "rollover": { "max_docs": 2 } } } }
      """
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And 2 numbered documents in "logs-000001"
    When the policies run
    Then "logs" has been rolled over
    When "1d" passes
    And the policies run
    And the client searches "logs-000001"
    Then the request is refused or has no hits
    And "logs" has not been rolled over
