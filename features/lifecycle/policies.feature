Feature: Lifecycle policies
  A policy has a name and phases, and each phase has actions. An index names its policy in a setting.

  Scenario Outline: A policy with the phases <phases> is accepted
    Given an index "notes"
    And 2 numbered documents in "notes"
    And the unused name "daily"
    When the client sends PUT "/_ilm/policy/$daily" with:
      """json
      { "policy": { "phases": <phases> } }
      """
    Then the response is a success

    Examples:
      | clause                                  | phases                                                                                                       |
      | lifecycle.put-creates-policy            | {"hot":{"actions":{"rollover":{"max_docs":9}}},"delete":{"min_age":"30d","actions":{"delete":{}}}}           |
      | lifecycle.min-age-optional              | {"hot":{"actions":{"rollover":{"max_age":"7d"}}}}                                                            |
      | lifecycle.min-age-optional              | {"delete":{"actions":{"delete":{}}}}                                                                         |
      | lifecycle.min-age-on-delete             | {"delete":{"min_age":"1d","actions":{"delete":{}}}}                                                          |
      | lifecycle.min-age-on-delete             | {"hot":{"actions":{"rollover":{"max_age":"30d"}}},"delete":{"min_age":"1d","actions":{"delete":{}}}}         |
      | lifecycle.rollover-sits-under-hot       | {"hot":{"actions":{"rollover":{"max_primary_shard_size":"50gb"}}}}                                           |
      | lifecycle.delete-action-is-empty-object | {"delete":{"min_age":"1d","actions":{"delete":{}}}}                                                          |

  @lifecycle.index-names-its-policy @lifecycle.delete-removes-index
  Scenario: A policy manages only the indices that name it
    Given a policy "short" with the phases:
      """json
      { "delete": { "min_age": "4s", "actions": { "delete": {} } } }
      """
    And a policy "long" with the phases:
      """json
      { "delete": { "min_age": "90d", "actions": { "delete": {} } } }
      """
    And an index "notes" with:
      """json
      { "settings": { "index.lifecycle.name": "$short" } }
      """
    And 2 numbered documents in "notes"
    And an index "papers" with:
      """json
      { "settings": { "index.lifecycle.name": "$short" } }
      """
    And 2 numbered documents in "papers"
    And an index "letters" with:
      """json
      { "settings": { "index.lifecycle.name": "$long" } }
      """
    And 2 numbered documents in "letters"
    And an index "books"
    And 2 numbered documents in "books"
    When "5s" pass
    And the policies run
    And the client searches "notes"
    Then the request is refused or has no hits
    When the client searches "papers"
    Then the request is refused or has no hits
    When the client searches "letters"
    Then the hits are "1, 2" in any order
    When the client searches "books"
    Then the hits are "1, 2" in any order

  @lifecycle.policy-creation-details
  Scenario: The response to the creation of a policy, and to a body without a policy
    Given the unused name "daily"
    When the client sends PUT "/_ilm/policy/$daily" with:
      """json
      { "policy": { "phases": { "delete": { "min_age": "1d", "actions": { "delete": {} } } } } }
      """
    Then it is recorded how the server answers
    And it is recorded how the server answers these wrong requests:
      | what                      | request                  | body                |
      | an empty object           | PUT /_ilm/policy/$daily  | {}                  |
      | phases without a policy   | PUT /_ilm/policy/$daily  | {"phases":{}}       |
      | a policy without phases   | PUT /_ilm/policy/$daily  | {"policy":{}}       |

  @lifecycle.other-phases
  Scenario: The response to other phases, and to a minimum age of the first phase
    Given the unused name "daily"
    Then it is recorded how the server answers these requests:
      | what                   | request                 | body                                                                              |
      | hot with an age        | PUT /_ilm/policy/$daily | {"policy":{"phases":{"hot":{"min_age":"1d","actions":{"rollover":{"max_docs":1}}}}}} |
      | a warm phase           | PUT /_ilm/policy/$daily | {"policy":{"phases":{"warm":{"min_age":"1d","actions":{}}}}}                       |
      | a cold phase           | PUT /_ilm/policy/$daily | {"policy":{"phases":{"cold":{"min_age":"2d","actions":{}}}}}                       |
      | a frozen phase         | PUT /_ilm/policy/$daily | {"policy":{"phases":{"frozen":{"min_age":"3d","actions":{}}}}}                     |

  @lifecycle.response-is-json
  Scenario: The body of the response to the creation of a policy is JSON
    Given an index "notes"
    And 2 numbered documents in "notes"
    And the unused name "daily"
    When the client sends PUT "/_ilm/policy/$daily" with:
      """json
      { "policy": { "phases": { "delete": { "min_age": "1d", "actions": { "delete": {} } } } } }
      """
    Then the response is a success
    And the response body is JSON or empty
