Feature: Intake: settings and the key limit
  The settings determine whether the intake accepts API keys, and how many different keys per minute.

  @intake.enabled-true-authorizes
  Scenario Outline: If keys are enabled, a key with <privileges> is accepted
    Given an intake with these settings:
      | intake-server.auth.api_key.enabled | true |
      | intake-server.auth.api_key.limit   | 10   |
    And an API key "writer" with the privileges "<privileges>"
    When an agent sends a transaction with the key "writer"
    Then the intake accepts the agent

    Examples:
      | privileges                     |
      | event:write                    |
      | event:write, config_agent:read |

  @intake.limit-bounds-unique-keys
  Scenario: A limit of one key per minute, exceeded by one
    Given an intake with these settings:
      | intake-server.auth.api_key.enabled | true |
      | intake-server.auth.api_key.limit   | 1    |
    And an API key "first" with the privilege "event:write"
    And an API key "second" with the privilege "event:write"
    When an agent sends a transaction with the key "first"
    Then the intake accepts the agent
    When an agent sends a transaction with the key "second"
    Then the intake rejects the agent

  @intake.limit-bounds-unique-keys
  Scenario: A limit of two keys per minute, exceeded by one
    Given an intake with these settings:
      | intake-server.auth.api_key.enabled | true |
      | intake-server.auth.api_key.limit   | 2    |
    And an API key "first" with the privilege "event:write"
    And an API key "second" with the privilege "event:write"
    And an API key "third" with the privilege "event:write"
    When an agent sends a transaction with the key "first"
    Then the intake accepts the agent
    When an agent sends a transaction with the key "second"
    Then the intake accepts the agent
    When an agent sends a transaction with the key "third"
    Then the intake rejects the agent
    When an agent sends a metricset with the key "third"
    Then the intake rejects the agent

  @intake.limit-bounds-unique-keys
  Scenario: Three keys within a minute at a limit of one
    Given an intake with these settings:
      | intake-server.auth.api_key.enabled | true |
      | intake-server.auth.api_key.limit   | 1    |
    And an API key "first" with the privilege "event:write"
    And an API key "second" with the privilege "event:write"
    And an API key "third" with the privilege "event:write"
    When an agent sends a transaction with the key "first"
    Then the intake accepts the agent
    When an agent sends a transaction with each of the keys "second, third", "20s" after the previous one
    Then the intake accepts at most 1 of these keys

  @intake.limit-counts-a-key-once
  Scenario: A key that is used again counts once
    Given an intake with these settings:
      | intake-server.auth.api_key.enabled | true |
      | intake-server.auth.api_key.limit   | 2    |
    And an API key "first" with the privilege "event:write"
    And an API key "second" with the privilege "event:write"
    When an agent sends a transaction with the key "first"
    Then the intake accepts the agent
    When an agent sends a metricset with the key "first"
    Then the intake accepts the agent
    When an agent sends an error with the key "first"
    Then the intake accepts the agent
    When an agent sends a transaction with the key "second"
    Then the intake accepts the agent
    When an agent sends a transaction with the key "first"
    Then the intake accepts the agent

  @intake.limit-covers-configuration
  Scenario: A key that fetched its configuration counts towards the limit of events
    Given an intake with these settings:
      | intake-server.auth.api_key.enabled | true |
      | intake-server.auth.api_key.limit   | 1    |
    And an API key "first" with the privileges "config_agent:read, event:write"
    And an API key "second" with the privileges "config_agent:read, event:write"
    When an agent fetches its configuration by GET with the key "first"
    Then the intake accepts the agent
    When an agent sends a transaction with the key "second"
    Then the intake rejects the agent
    When an agent sends a transaction with the key "first"
    Then the intake accepts the agent

  @intake.limit-covers-configuration
  Scenario Outline: A key that sent an event counts towards the limit of configurations by <method>
    Given an intake with these settings:
      | intake-server.auth.api_key.enabled | true |
      | intake-server.auth.api_key.limit   | 1    |
    And an API key "first" with the privileges "config_agent:read, event:write"
    And an API key "second" with the privileges "config_agent:read, event:write"
    When an agent sends a transaction with the key "first"
    Then the intake accepts the agent
    When an agent fetches its configuration by <method> with the key "second"
    Then the intake rejects the agent
    When an agent fetches its configuration by <method> with the key "first"
    Then the intake accepts the agent

    Examples:
      | method |
      | GET    |
      | POST   |

  @intake.limit-and-false-credentials
  Scenario: The response to a key after as many false credentials as the limit allows keys
    Given an intake with these settings:
      | intake-server.auth.api_key.enabled | true |
      | intake-server.auth.api_key.limit   | 1    |
    And an API key "first" with the privilege "event:write"
    When an agent sends a transaction with "AAAAAAAAAAAAAAAAAAAA:mistaken" in base64
    And an agent sends a transaction with the key "first"
    Then it is recorded how the server answers

  @intake.limit-per-minute
  Scenario: A key that was over the limit is accepted a minute later
    Given an intake with these settings:
      | intake-server.auth.api_key.enabled | true |
      | intake-server.auth.api_key.limit   | 1    |
    And an API key "first" with the privilege "event:write"
    And an API key "second" with the privilege "event:write"
    When an agent sends a transaction with the key "first"
    Then the intake accepts the agent
    When an agent sends a transaction with the key "second"
    Then the intake rejects the agent
    When "1m" passes at the intake
    And an agent sends a transaction with the key "second"
    Then the intake accepts the agent

  @intake.limit-default
  Scenario: The default limit of keys per minute
    Given an intake with these settings:
      | intake-server.auth.api_key.enabled | true |
    Then it is recorded how many of 105 keys the intake accepts

  @intake.enabled-false
  Scenario Outline: The response to an agent with <what> if keys are not enabled
    Given an intake with these settings:
      | intake-server.auth.api_key.enabled | false |
    And an API key "writer" with the privilege "event:write"
    When an agent sends a transaction with <credential>
    Then it is recorded how the server answers

    Examples:
      | what           | credential                   |
      | a key          | the key "writer"             |
      | a wrong secret | "$key_id:mistaken" in base64 |
      | no key         | no key                       |
