Feature: API keys: the page of agent keys
  In the management UI, users create keys for agents: they enter a name, choose privileges, and see the secret once.

  @api-keys.ui-asks-for-name-and-privilege
  Scenario Outline: A key is created with a name and <privileges>, and none without a name
    Given the management UI
    And a role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] },
          { "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:$ui_space"] }
        ]
      }
      """
    And a user "mary" with the role "keeper"
    When the client sends the form for agent keys as the user "mary" with:
      | name       | agents       |
      | privileges | <privileges> |
    Then an agent key is created and shown
    When the client sends the form for agent keys as the user "mary" with:
      | privileges | <privileges> |
    Then no agent key is created

    Examples:
      | privileges                     |
      | event:write                    |
      | config_agent:read              |
      | event:write, config_agent:read |

  @api-keys.ui-asks-for-name-and-privilege
  Scenario: A key is created with a name and a privilege, and none with a name alone
    Given the management UI
    And a role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] },
          { "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:$ui_space"] }
        ]
      }
      """
    And a user "mary" with the role "keeper"
    When the client sends the form for agent keys as the user "mary" with:
      | name | agents |
    Then no agent key is created
    When the client sends the form for agent keys as the user "mary" with:
      | name       | agents      |
      | privileges | event:write |
    Then an agent key is created and shown

  @api-keys.ui-offers-two-privileges
  Scenario Outline: <privilege> is offered for a new key
    When the client opens the page of agent keys
    Then the form offers the privilege "<privilege>"

    Examples:
      | privilege         |
      | config_agent:read |
      | event:write       |

  @api-keys.ui-offers-two-privileges
  Scenario Outline: A key for which <privilege> alone is chosen has it, and not <other>
    When the client sends the form for agent keys with:
      | name       | agents      |
      | privileges | <privilege> |
    Then an agent key is created and shown
    And the API key has the privilege "<privilege>"
    And the API key lacks the privilege "<other>"

    Examples:
      | privilege         | other             |
      | config_agent:read | event:write       |
      | event:write       | config_agent:read |

  @api-keys.ui-offers-two-privileges
  Scenario: A key for which both privileges are chosen has both
    When the client sends the form for agent keys with:
      | name       | agents                         |
      | privileges | config_agent:read, event:write |
    Then an agent key is created and shown
    And the API key has the privileges "config_agent:read, event:write"

  @api-keys.ui-shows-secret-once
  Scenario Outline: The secret is not shown again when the client <returns>
    When the client sends the form for agent keys with:
      | name       | agents      |
      | privileges | event:write |
    Then an agent key is created and shown
    When the client <returns>
    Then the page does not hold "$key_secret"
    And the page does not hold "$credential"

    Examples:
      | returns                              |
      | opens the page of agent keys         |
      | opens the page that showed the key   |
      | reloads the page that showed the key |

  @api-keys.ui-shows-secret-once
  Scenario: The secret of one key is not shown with that of the next
    When the client sends the form for agent keys with:
      | name       | first       |
      | privileges | event:write |
    Then an agent key is created and shown
    And the secret of the API key is kept as "first_secret"
    When the client sends the form for agent keys with:
      | name       | second      |
      | privileges | event:write |
    Then an agent key is created and shown
    And the page does not hold "$first_secret"

  @api-keys.ui-keys-never-expire
  Scenario Outline: A key of the page with <privileges> has no end, where one of the API has the end that was asked for
    Given the client creates an API key with:
      """
      {
        "name": "agents",
        "expiration": "10d",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["event:write"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    And the client sends GET "/_security/api_key?id=$key_id"
    And "api_keys.0.expiration" is an integer
    When the client sends the form for agent keys with:
      | name       | agents       |
      | privileges | <privileges> |
    Then an agent key is created and shown
    When the client sends GET "/_security/api_key?id=$key_id"
    Then "api_keys.0.id" is "$key_id"
    And "api_keys.0.expiration" is a null|nothing

    Examples:
      | privileges                     |
      | event:write                    |
      | config_agent:read, event:write |
