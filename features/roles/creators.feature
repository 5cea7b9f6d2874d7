Feature: Roles: creators of keys
  Users who create API keys need a role with the privilege to do so, and with every privilege that they grant. For each
  refusal or missing privilege, the same request succeeds for a user who has the privilege. A server may refuse a role
  that lacks a privilege; then the user does not get it.

  @roles.creator-without-manage-own-api-key
  Scenario Outline: A user whose role has <kind> cannot create a key
    Given the unused names "first, second"
    And the client creates the role "lacking" with:
      """
      {
        "cluster": <cluster>,
        "applications": [
          { "application": "apm", "privileges": ["event:write"], "resources": ["*"] }
        ]
      }
      """
    And a role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["event:write"], "resources": ["*"] }
        ]
      }
      """
    And a user "mary" with the role "lacking"
    And a user "paul" with the roles "lacking,keeper"
    When the client creates an API key as the user "paul" with:
      """
      {
        "name": "$first",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["event:write"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then the response is a success
    When the client creates an API key as the user "mary" with:
      """
      {
        "name": "$second",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["event:write"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then the request is refused

    Examples:
      | kind                               | cluster        |
      | no right on the cluster            | []             |
      | another right on the cluster       | ["monitor"]    |
      | the right to manage something else | ["manage_ilm"] |

  @roles.least-privilege-suffices
  Scenario: A user with the minimal role can create a key
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
        "expiration": "1d",
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
    And "api_key" is a string
    When the client authenticates with the API key
    Then the response is a success

  Scenario Outline: <privilege> can be granted only by a user whose role has it
    Given the unused names "first, second"
    And the client creates the role "lacking" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["<other>"], "resources": ["*"] }
        ]
      }
      """
    And a role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["<privilege>"], "resources": ["*"] }
        ]
      }
      """
    And a user "mary" with the role "lacking"
    And a user "paul" with the role "keeper"
    When the client creates an API key as the user "paul" with:
      """
      {
        "name": "$first",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["<privilege>"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then the API key has the privilege "<privilege>"
    When the client creates an API key as the user "mary" with:
      """
      {
        "name": "$second",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["<privilege>"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then the request is refused or creates a key without the privilege "<privilege>"

    Examples:
      | clause                                | privilege         | other             |
      | roles.creator-holds-event-write       | event:write       | config_agent:read |
      | roles.creator-holds-config-agent-read | config_agent:read | event:write       |

  Scenario Outline: <privilege> that a user has <where> cannot be granted for apm on every resource
    Given the unused names "first, second"
    And the client creates the role "lacking" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "<application>", "privileges": ["<privilege>"], "resources": ["<resource>"] }
        ]
      }
      """
    And a role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["<privilege>"], "resources": ["*"] }
        ]
      }
      """
    And a user "mary" with the role "lacking"
    And a user "paul" with the roles "keeper,lacking"
    When the client creates an API key as the user "paul" with:
      """
      {
        "name": "$first",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["<privilege>"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then the API key has the privilege "<privilege>"
    When the client creates an API key as the user "mary" with:
      """
      {
        "name": "$second",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["<privilege>"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then the request is refused or creates a key without the privilege "<privilege>"

    Examples:
      | clause                                | privilege         | where                  | application | resource    |
      | roles.creator-holds-event-write       | event:write       | in another application | some-ui     | *           |
      | roles.creator-holds-event-write       | event:write       | on another resource    | apm         | service:one |
      | roles.creator-holds-config-agent-read | config_agent:read | in another application | some-ui     | *           |
      | roles.creator-holds-config-agent-read | config_agent:read | on another resource    | apm         | service:one |
