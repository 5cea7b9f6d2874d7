Feature: The delete phase
  An index that was never rolled over is deleted when it reaches the minimum age of its `delete` phase.

  @lifecycle.delete-waits-for-min-age
  Scenario: An index younger than the minimum age of the phase survives a policy run
    Given a policy "daily" with the phases:
      """json
      { "delete": { "min_age": "1d", "actions": { "delete": {} } } }
      """
    And an index "notes" with:
      """json
      { "settings": { "index.lifecycle.name": "$daily" } }
      """
    And 2 numbered documents in "notes"
    When the policies run
    And the client searches "notes"
    Then the hits are "1, 2" in any order

  Scenario Outline: An index is deleted at the age of <min age>: not after <before>, but <rest> later
    Given a policy "daily" with the phases:
      """json
      { "delete": { "min_age": <min age>, "actions": { "delete": {} } } }
      """
    And an index "notes" with:
      """json
      { "settings": { "index.lifecycle.name": "$daily" } }
      """
    And 2 numbered documents in "notes"
    When <before> passes
    And the policies run
    And the client searches "notes"
    Then the hits are "1, 2" in any order
    When <rest> passes
    And the policies run
    And the client searches "notes"
    Then the request is refused or has no hits

    Examples:
      | clause                                                               | min age | before | rest |
      | lifecycle.delete-removes-index, lifecycle.delete-waits-for-min-age   | "1d"    | "23h"  | "1h" |
      | lifecycle.delete-removes-index, lifecycle.delete-waits-for-min-age   | "30d"   | "29d"  | "1d" |

  @lifecycle.origination-date
  Scenario Outline: The age of an index whose setting contains the <which> origin
    Given a policy "daily" with the phases:
      """json
      { "delete": { "min_age": "1d", "actions": { "delete": {} } } }
      """
    And an index "notes" with:
      """json
      { "settings": { "index.lifecycle.name": "$daily", "index.lifecycle.origination_date": <date> } }
      """
    When the policies run
    And the client searches "notes"
    Then it is recorded how the server answers

    Examples:
      | which   | date          |
      | earlier | 1476057600000 |
      | later   | 4102444800000 |

  @lifecycle.run-cadence @alone
  Scenario: Policies that run without being triggered
    Given a policy "short" with the phases:
      """json
      { "delete": { "min_age": "1ms", "actions": { "delete": {} } } }
      """
    And an index "notes" with:
      """json
      { "settings": { "index.lifecycle.name": "$short" } }
      """
    When "2s" passes
    And the client searches "notes"
    Then it is recorded how the server answers
