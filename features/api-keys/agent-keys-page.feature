Feature: API keys: the agent keys page
  In the management UI, users create keys for agents. They enter a name, choose privileges, and see the secret once.

  @api-keys.ui-asks-for-name-and-privilege
  Scenario Outline: A key is created with a name and <privileges>, but not without a name
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
    Then the page creates and shows an agent key
    When the client sends the form for agent keys as the user "mary" with:
      | privileges | <privileges> |
    Then the page creates no agent key

    Examples:
      | privileges                     |
      | event:write                    |
      | config_agent:read              |
      | event:write, config_agent:read |

  @api-keys.ui-asks-for-name-and-privilege
  Scenario: A key is created with a name and a privilege, but not with a name alone
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
    Then the page creates no agent key
    When the client sends the form for agent keys as the user "mary" with:
      | name       | agents      |
      | privileges | event:write |
    Then the page creates and shows an agent key

  @api-keys.ui-offers-two-privileges
  Scenario Outline: <privilege> is offered for a new key
    When the client opens the page of agent keys
    Then the page offers the privilege "<privilege>"

    Examples:
      | privilege         |
      | config_agent:read |
      | event:write       |

  @api-keys.ui-offers-two-privileges
  Scenario Outline: A key created with only <privilege> has it, and does not have <other>
    When the client sends the form for agent keys with:
      | name       | agents      |
      | privileges | <privilege> |
    Then the page creates and shows an agent key
    And the API key has the privilege "<privilege>"
    And the API key lacks the privilege "<other>"

    Examples:
      | privilege         | other             |
      | config_agent:read | event:write       |
      | event:write       | config_agent:read |

  @api-keys.ui-offers-two-privileges
  Scenario: A key created with both privileges has both
    When the client sends the form for agent keys with:
      | name       | agents                         |
      | privileges | config_agent:read, event:write |
    Then the page creates and shows an agent key
    And the API key has the privileges "config_agent:read, event:write"

  @api-keys.ui-shows-secret-once
  Scenario Outline: The secret is not shown again when the client <returns>
    When the client sends the form for agent keys with:
      | name       | agents      |
      | privileges | event:write |
    Then the page creates and shows an agent key
    When the client <returns>
    Then the page does not hold "$key_secret"
    And the page does not hold "$credential"

    Examples:
      | returns                              |
      | opens the page of agent keys         |
      | opens the page that showed the key   |
      | reloads the page that showed the key |

  @api-keys.ui-shows-secret-once
  Scenario: The page that shows a new secret does not show the secret of an earlier key
    When the client sends the form for agent keys with:
      | name       | first       |
      | privileges | event:write |
    Then the page creates and shows an agent key
    And the secret of the API key is kept as "first_secret"
    When the client sends the form for agent keys with:
      | name       | second      |
      | privileges | event:write |
    Then the page creates and shows an agent key
    And the page does not hold "$first_secret"

  @api-keys.ui-keys-never-expire
  Scenario Outline: A key from the page with <privileges> never expires, while a key from the API expires as requested
    Given the unused name "timed"
    And the client creates an API key with:
      """
      {
        "name": "$timed",
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
    Then the page creates and shows an agent key
    When the client sends GET "/_security/api_key?id=$key_id"
    Then "api_keys.0.id" is "$key_id"
    And "api_keys.0.expiration" is a null|nothing

    Examples:
      | privileges                     |
      | event:write                    |
      | config_agent:read, event:write |
