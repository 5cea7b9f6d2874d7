Feature: Rollover action: valid actions
  The action belongs in the phase `hot`, and needs a condition that can trigger a rollover.

  Scenario Outline: <conditions> alone is a valid action
    Given an index "notes"
    And 2 numbered documents in "notes"
    And the unused name "daily"
    When the client sends PUT "/_ilm/policy/$daily" with:
      """json
      { "policy": { "phases": { "hot": { "actions": { "rollover": <conditions> } } } } }
      """
    Then the response is a success

    Examples:
      | clause                                     | conditions                         |
      | rollover.max-age-is-time                   | {"max_age":"7d"}                   |
      | rollover.max-age-is-time                   | {"max_age":"30d"}                  |
      | rollover.max-docs-is-integer               | {"max_docs":1000}                  |
      | rollover.max-size-is-bytes                 | {"max_size":"100gb"}               |
      | rollover.max-primary-shard-size-is-bytes   | {"max_primary_shard_size":"50gb"}  |
      | rollover.max-primary-shard-docs-is-integer | {"max_primary_shard_docs":1000}    |

  @rollover.refused-outside-hot
  Scenario Outline: A rollover in the phase <phase> is refused
    Given the unused names "wrong, right"
    When the client wrongly sends PUT "/_ilm/policy/$wrong" with:
      """json
      { "policy": { "phases": { <phase>: { "min_age": "1d", "actions": { "rollover": { "max_docs": 9 } } } } } }
      """
    Then the request is refused
    When the client sends PUT "/_ilm/policy/$right" with:
      """json
      { "policy": { "phases": { "hot": { "actions": { "rollover": { "max_docs": 9 } } } } } }
      """
    Then the response is a success

    Examples:
      | phase    |
      | "delete" |
      | "warm"   |
      | "cold"   |
      | "frozen" |

  @rollover.refused-outside-hot
  Scenario Outline: A rollover in the phase <phase> is refused, even if there is also one in hot
    Given the unused name "daily"
    When the client wrongly sends PUT "/_ilm/policy/$daily" with:
      """json
      { "policy": { "phases": {
          "hot": { "actions": { "rollover": { "max_docs": 9 } } },
          <phase>: { "min_age": "1d", "actions": { "rollover": { "max_docs": 9 }<others> } } } } }
      """
    Then the request is refused
    When the client sends PUT "/_ilm/policy/$daily" with:
      """json
      { "policy": { "phases": {
          "hot": { "actions": { "rollover": { "max_docs": 9 } } },
          "delete": { "min_age": "1d", "actions": { "delete": {} } } } } }
      """
    Then the response is a success

    Examples:
      | phase    | others         |
      | "delete" | , "delete": {} |
      | "warm"   |                |
      | "cold"   |                |
      | "frozen" |                |

  Scenario Outline: An action with the conditions <wrong> is refused, and one with <right> is accepted
    Given the unused name "daily"
    When the client wrongly sends PUT "/_ilm/policy/$daily" with:
      """json
      { "policy": { "phases": { "hot": { "actions": { "rollover": <wrong> } } } } }
      """
    Then the request is refused
    When the client sends PUT "/_ilm/policy/$daily" with:
      """json
      { "policy": { "phases": { "hot": { "actions": { "rollover": <right> } } } } }
      """
    Then the response is a success

    Examples:
      | clause                        | wrong                            | right                                         |
      | rollover.empty-action-refused | {}                               | {"max_docs":9}                                |
      | rollover.only-min-refused     | {"min_age":"1d"}                 | {"min_age":"1d","max_docs":9}                 |
      | rollover.only-min-refused     | {"min_docs":1}                   | {"min_docs":1,"max_docs":9}                   |
      | rollover.only-min-refused     | {"min_size":"1gb"}               | {"min_size":"1gb","max_docs":9}               |
      | rollover.only-min-refused     | {"min_primary_shard_size":"1gb"} | {"min_primary_shard_size":"1gb","max_docs":9} |
      | rollover.only-min-refused     | {"min_primary_shard_docs":1}     | {"min_primary_shard_docs":1,"max_age":"7d"}   |
      | rollover.only-min-refused     | {"min_age":"1d","min_docs":1}    | {"min_age":"1d","min_docs":1,"max_age":"7d"}  |
      | rollover.only-min-refused     | {"min_age":"1d","min_docs":1,"min_size":"1gb","min_primary_shard_size":"1gb","min_primary_shard_docs":1} | {"min_age":"1d","min_docs":1,"max_age":"7d"}  |

  Scenario Outline: An action with the conditions <wrong> is refused, and the policy stays as it was
    Given a policy "daily" that rolls over on {"max_docs":2}
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And 2 numbered documents in "logs-000001"
    When the client wrongly sends PUT "/_ilm/policy/$daily" with:
      """json
      { "policy": { "phases": { "hot": { "actions": { "rollover": <wrong> } } } } }
      """
    Then the request is refused
    When the policies run
    Then "logs" has been rolled over

    Examples:
      | clause                        | wrong          |
      | rollover.empty-action-refused | {}             |
      | rollover.only-min-refused     | {"min_docs":1} |

  Scenario Outline: An action with the conditions <wrong> is refused beside a delete phase, too
    Given the unused name "daily"
    When the client wrongly sends PUT "/_ilm/policy/$daily" with:
      """json
      { "policy": { "phases": {
        "hot": { "actions": { "rollover": <wrong> } },
        "delete": { "min_age": "1d", "actions": { "delete": {} } }
      } } }
      """
    Then the request is refused
    When the client sends PUT "/_ilm/policy/$daily" with:
      """json
      { "policy": { "phases": {
        "hot": { "actions": { "rollover": {"max_docs":2} } },
        "delete": { "min_age": "1d", "actions": { "delete": {} } }
      } } }
      """
    Then the response is a success

    Examples:
      | clause                        | wrong          |
      | rollover.empty-action-refused | {}             |
      | rollover.only-min-refused     | {"min_docs":1} |

  @rollover.invalid-action-status
  Scenario: The response to an invalid action
    Given the unused name "daily"
    Then it is recorded how the server answers these wrong requests:
      | what               | request                 | body                                                                        |
      | no condition       | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{}}}}}}                   |
      | only a minimum     | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"min_docs":1}}}}}}       |
      | in another phase   | PUT /_ilm/policy/$daily | {"policy":{"phases":{"delete":{"actions":{"rollover":{"max_docs":1}}}}}}    |
      | another condition  | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"max_words":1}}}}}}      |
      | no documents       | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"max_docs":0}}}}}}       |

  @rollover.other-units
  Scenario: Other units that conditions accept
    Given the unused name "daily"
    Then it is recorded how the server answers these wrong requests:
      | what         | request                 | body                                                                              |
      | nanoseconds  | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"max_age":"5nanos"}}}}}}       |
      | microseconds | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"max_age":"5micros"}}}}}}      |
      | milliseconds | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"max_age":"5ms"}}}}}}          |
      | seconds      | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"max_age":"5s"}}}}}}           |
      | minutes      | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"max_age":"5m"}}}}}}           |
      | hours        | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"max_age":"5h"}}}}}}           |
      | weeks        | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"max_age":"5w"}}}}}}           |
      | bytes        | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"max_size":"5b"}}}}}}          |
      | kilobytes    | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"max_size":"5kb"}}}}}}         |
      | megabytes    | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"max_size":"5mb"}}}}}}         |
      | terabytes    | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"max_size":"5tb"}}}}}}         |
      | petabytes    | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"max_size":"5pb"}}}}}}         |
      | no unit      | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"actions":{"rollover":{"max_age":"5"}}}}}}            |
