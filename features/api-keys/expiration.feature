Feature: API keys: expiration
  A key may be created with an expiration; the response contains the time at which it expires.

  @api-keys.expiration-optional
  Scenario: A key created without an expiration works
    Given the unused name "agents"
    When the client creates an API key with:
      """
      {
        "name": "$agents",
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
    When the client authenticates with the API key
    Then the response is a success

  @api-keys.expiration-returned-as-epoch-milliseconds
  Scenario: The response contains the expiration time in milliseconds since 1970
    Given the unused name "agents"
    When the client creates an API key with:
      """
      {
        "name": "$agents",
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
    Then the response is a success
    And "expiration" is an integer
    And "expiration" is at least 1600000000000

  @api-keys.expiration-lies-ahead-by-duration
  Scenario Outline: A key created with an expiration of <duration> expires after that time
    Given the unused name "agents"
    When the client creates an API key with:
      """
      {
        "name": "$agents",
        "expiration": "<duration>",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["event:write"], "resources": ["*"] }
            ]
          },
          "reader": {
            "applications": [
              { "application": "apm", "privileges": ["config_agent:read"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then the response is a success
    And "expiration" is "<duration>" ahead

    Examples:
      | duration |
      | 1d       |
      | 7d       |
      | 30d      |
      | 400d     |

  @api-keys.expiration-other-units @api-keys.expiration-lies-ahead-by-duration
  Scenario Outline: The response to an expiration of <duration>
    Given the unused name "agents"
    When the client creates an API key with:
      """
      {
        "name": "$agents",
        "expiration": "<duration>",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["event:write"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then it is recorded how the server answers
    And "expiration" is absent or "<duration>" ahead

    Examples:
      | duration |
      | 36h      |
      | 90m      |
      | 86400s   |

  @api-keys.expiration-absent-when-not-requested
  Scenario: The expiration in the response if none was requested
    Given the unused name "agents"
    When the client creates an API key with:
      """
      {
        "name": "$agents",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["event:write"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then it is recorded what "expiration" is

  @api-keys.expired-key
  Scenario: The behaviour of an expired key
    Given the unused name "agents"
    When the client creates an API key with:
      """
      {
        "name": "$agents",
        "expiration": "1s",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["event:write"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    And the keep time of "1s" runs out
    And the client authenticates with the API key
    Then it is recorded how the server answers
