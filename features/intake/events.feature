Feature: Telemetry intake
  Agents send events to the intake and fetch their configuration from it, with a key that has the required privilege.

  @intake.takes-agent-events
  Scenario Outline: An agent can send a <kind>
    Given an API key "writer" with the privilege "event:write"
    When an agent sends a <kind> with the key "writer"
    Then the intake accepts the agent

    Examples:
      | kind        |
      | transaction |
      | error       |
      | metricset   |

  @intake.takes-agent-events
  Scenario: An agent can send events with a key that has more privileges than it needs
    Given an API key "writer" with the privileges "config_agent:read, event:write, sourcemap:write"
    When an agent sends a transaction with the key "writer"
    Then the intake accepts the agent

  @intake.authorizes-with-api-keys
  Scenario: Events without a credential are refused
    Given an API key "writer" with the privilege "event:write"
    When an agent sends a transaction with the key "writer"
    Then the intake accepts the agent
    When an agent sends a transaction with no key
    Then the intake rejects the agent

  @intake.false-credential-refused
  Scenario Outline: Events with a credential that has <what> are refused
    Given an API key "writer" with the privilege "event:write"
    When an agent sends a transaction with the key "writer"
    Then the intake accepts the agent
    When an agent sends a transaction with "<credential>" in base64
    Then the intake rejects the agent

    Examples:
      | what               | credential                       |
      | a wrong secret     | $key_id:mistaken                 |
      | an unknown id      | AAAAAAAAAAAAAAAAAAAA:$key_secret |
      | the id alone       | $key_id                          |

  @intake.event-write-needed
  Scenario Outline: A key with <privileges> alone cannot send events
    Given an API key "writer" with the privilege "event:write"
    And an API key "other" with the privileges "<privileges>"
    When an agent sends a transaction with the key "writer"
    Then the intake accepts the agent
    When an agent sends a transaction with the key "other"
    Then the intake rejects the agent

    Examples:
      | privileges                         |
      | config_agent:read                  |
      | sourcemap:write                    |
      | config_agent:read, sourcemap:write |

  @intake.event-write-for-apm
  Scenario: A key with event:write for another application cannot send events
    Given an API key "writer" with the privilege "event:write"
    And the unused name "other"
    When an agent sends a transaction with the key "writer"
    Then the intake accepts the agent
    When the client creates an API key with:
      """
      {
        "name": "$other",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm-other", "privileges": ["event:write"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then the request is refused or creates a key that the intake rejects

  @intake.config-agent-read-permits
  Scenario Outline: An agent can fetch its configuration by <method>
    Given an API key "reader" with the privilege "config_agent:read"
    When an agent fetches its configuration by <method> with the key "reader"
    Then the intake accepts the agent

    Examples:
      | method |
      | GET    |
      | POST   |

  @intake.config-agent-read-needed
  Scenario Outline: A key with <privileges> alone cannot fetch a configuration by <method>
    Given an API key "reader" with the privilege "config_agent:read"
    And an API key "other" with the privileges "<privileges>"
    When an agent fetches its configuration by <method> with the key "reader"
    Then the intake accepts the agent
    When an agent fetches its configuration by <method> with the key "other"
    Then the intake rejects the agent

    Examples:
      | privileges                   | method |
      | event:write                  | GET    |
      | sourcemap:write              | GET    |
      | event:write, sourcemap:write | GET    |
      | event:write, sourcemap:write | POST   |

  @intake.config-agent-read-needed
  Scenario Outline: A configuration cannot be fetched by <method> without a key
    Given an API key "reader" with the privilege "config_agent:read"
    When an agent fetches its configuration by <method> with the key "reader"
    Then the intake accepts the agent
    When an agent fetches its configuration by <method> with no key
    Then the intake rejects the agent

    Examples:
      | method |
      | GET    |
      | POST   |

  @intake.refusal-status
  Scenario: The response to an agent without a credential
    When an agent sends a transaction with no key
    Then it is recorded how the server answers

  @intake.refusal-status
  Scenario: The response to an agent with a key that lacks the privilege
    Given an API key "reader" with the privilege "config_agent:read"
    When an agent sends a transaction with the key "reader"
    Then it is recorded how the server answers

  @intake.refusal-status
  Scenario Outline: The response to an agent with a credential that has <what>
    Given an API key "writer" with the privilege "event:write"
    When an agent sends a transaction with "<credential>" in base64
    Then it is recorded how the server answers

    Examples:
      | what           | credential                    |
      | a wrong secret | $key_id:mistaken              |
      | an unknown id  | AAAAAAAAAAAAAAAAAAAA:mistaken |
      | no colon       | mistaken                      |

  @intake.other-schemes
  Scenario Outline: The response to an agent that sends the credential of a key in <form>
    Given an API key "writer" with the privilege "event:write"
    When an agent sends a transaction with the header "<header>"
    Then it is recorded how the server answers

    Examples:
      | form              | header             |
      | the scheme Bearer | Bearer $credential |
      | no scheme         | $credential        |

  @intake.paths
  Scenario: The response at the path to which agents send events
    Given an API key "agent" with the privilege "event:write"
    When an agent sends a transaction with the key "agent"
    Then it is recorded how the server answers

  @intake.paths
  Scenario: The response at the path from which agents fetch their configuration
    Given an API key "agent" with the privilege "config_agent:read"
    When an agent fetches its configuration by GET with the key "agent"
    Then it is recorded how the server answers
