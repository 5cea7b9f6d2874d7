Feature: Rollover: follower indices
  A follower index, which replicates another index, waits for its leader.

  @rollover.follower-waits
  Scenario: A follower is not rolled over when it meets its own conditions
    Given a policy "leading" that rolls over on {"max_docs":100}
    And a policy "following" that rolls over on {"max_docs":2}
    And an index "logs-000001" under the policy "leading", behind the alias "logs"
    And 3 numbered documents in "logs-000001"
    And an index "copy-000001" that follows "logs-000001"
    And the existing index "copy-000001" under the policy "following", behind the alias "copies"
    When the policies run
    And the policies run
    Then no index but "copy-000001" takes what is written to "copies"

  Scenario Outline: A follower accepts its own writes once its leader <has>
    Given a policy "leading" that rolls over on <conditions>
    And an index "logs-000001" under the policy "leading", behind the alias "logs"
    And 2 numbered documents in "logs-000001"
    And an index "copy-000001" that follows "logs-000001"
    And the existing index "copy-000001" under the policy "leading", behind the alias "copies"
    And the client sends PUT "/${logs-000001}/_settings" with:
      """json
      { <mark> }
      """
    When the policies run
    And the policies run
    And the client indexes the document "own" in "copy-000001":
      """json
      { "n": 7 }
      """
    Then the response is a success
    When the documents of "copy-000001" are visible
    And the client searches "copy-000001" with:
      """json
      { "query": { "term": { "n": 7 } } }
      """
    Then the hits are "own"

    Examples:
      | clause                                                                               | has                     | conditions       | mark                                        |
      | rollover.follower-continues-after-leader-rolls, rollover.follower-becomes-regular    | been rolled over        | {"max_docs":2}   | "index.refresh_interval": "1s"              |
      | rollover.follower-continues-after-leader-complete, rollover.follower-becomes-regular | been marked as complete | {"max_docs":100} | "index.lifecycle.indexing_complete": true   |
