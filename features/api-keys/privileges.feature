Feature: API keys: privileges
  A key has the privileges of its roles that its creator has as well.

  @api-keys.privilege-single
  Scenario Outline: A key with the privilege <privilege> has no other privilege
    Given the unused name "agents"
    When the client creates an API key with:
      """
      {
        "name": "$agents",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["<privilege>"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then the response is a success
    And the API key has the privilege "<privilege>"
    And the API key lacks the privileges "<others>"

    Examples:
      | privilege         | others                             |
      | config_agent:read | event:write, sourcemap:write       |
      | event:write       | config_agent:read, sourcemap:write |
      | sourcemap:write   | config_agent:read, event:write     |

  @api-keys.privilege-several
  Scenario Outline: A key with several privileges has them all: <kind>
    Given the unused name "agents"
    When the client creates an API key with:
      """
      { "name": "$agents", "role_descriptors": { "agent": { "applications": <entries> } } }
      """
    Then the response is a success
    And the API key has the privileges "config_agent:read, event:write, sourcemap:write"

    Examples:
      | kind          | entries                                                                                                                                                                                                                                           |
      | one entry     | [{ "application": "apm", "privileges": ["config_agent:read", "event:write", "sourcemap:write"], "resources": ["*"] }]                                                                                                                             |
      | three entries | [{ "application": "apm", "privileges": ["sourcemap:write"], "resources": ["*"] }, { "application": "apm", "privileges": ["event:write"], "resources": ["*"] }, { "application": "apm", "privileges": ["config_agent:read"], "resources": ["*"] }] |

  @api-keys.privilege-several
  Scenario: A key with several roles has the privileges of all its roles
    Given the unused name "agents"
    When the client creates an API key with:
      """
      {
        "name": "$agents",
        "role_descriptors": {
          "reader": {
            "applications": [{ "application": "apm", "privileges": ["config_agent:read"], "resources": ["*"] }]
          },
          "writer": {
            "applications": [{ "application": "apm", "privileges": ["event:write"], "resources": ["*"] }]
          },
          "mapper": {
            "applications": [{ "application": "apm", "privileges": ["sourcemap:write"], "resources": ["*"] }]
          }
        }
      }
      """
    Then the response is a success
    And the API key has the privileges "config_agent:read, event:write, sourcemap:write"

  @api-keys.access-equal-to-creator
  Scenario: A key can have every privilege of its creator
    Given the unused name "agents"
    And a role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] }
        ]
      }
      """
    And a user "mary" with the role "keeper"
    When the client creates an API key as the user "mary" with:
      """
      {
        "name": "$agents",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then the response is a success
    And the API key has the privileges "event:write, config_agent:read"

  @api-keys.access-lower-than-creator
  Scenario Outline: A key has <privilege> if its creator has both it and <other>, <when>
    Given the unused name "agents"
    And a role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] }
        ]
      }
      """
    And a user "mary" with the role "keeper"
    When the client creates an API key as the user "mary" with:
      """
      {
        "name": "$agents"<expiration>,
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["<privilege>"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then the response is a success
    And the API key has the privilege "<privilege>"
    And the API key lacks the privilege "<other>"

    Examples:
      | privilege         | other             | when                      | expiration             |
      | event:write       | config_agent:read | as long as it is valid    |                        |
      | config_agent:read | event:write       | as long as it is valid    |                        |
      | event:write       | config_agent:read | until it ends in 999 days | , "expiration": "999d" |

  @api-keys.access-never-above-creator
  Scenario Outline: A key lacks <privilege> if its creator lacks it
    Given the unused name "agents"
    And a role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["<held>"], "resources": ["*"] }
        ]
      }
      """
    And a user "mary" with the role "keeper"
    When the client creates an API key as the user "mary" with:
      """
      {
        "name": "$agents",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["<held>", "<privilege>"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then the request is refused or creates a key without the privilege "<privilege>"

    Examples:
      | privilege         | held              |
      | event:write       | config_agent:read |
      | config_agent:read | event:write       |
      | sourcemap:write   | event:write       |
