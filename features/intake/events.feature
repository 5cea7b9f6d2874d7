Feature: Telemetry intake
  Agents deliver events to the intake and fetch their configuration from it, each with a key that has the privilege.

  @intake.takes-agent-events
  Scenario Outline: An agent delivers a <kind>
    Given an API key "writer" with the privilege "event:write"
    When an agent sends a <kind> with the key "writer"
    Then the intake accepts the agent

    Examples:
      | kind        |
      | transaction |
      | error       |
      | metricset   |

  @intake.takes-agent-events
  Scenario: An agent delivers events under a key with more privileges than it needs
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
  Scenario Outline: Events are refused whose credential has <what>
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
  Scenario Outline: A key with <privileges> alone delivers no events
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

  @intake.config-agent-read-permits
  Scenario Outline: An agent fetches its configuration by <method>
    Given an API key "reader" with the privilege "config_agent:read"
    When an agent fetches its configuration by <method> with the key "reader"
    Then the intake accepts the agent

    Examples:
      | method |
      | GET    |
      | POST   |

  @intake.config-agent-read-needed
  Scenario Outline: A key with <privileges> alone fetches no configuration by <method>
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
  Scenario Outline: Without a key no configuration is fetched by <method>
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
  Scenario: What an agent without a credential is told
    When an agent sends a transaction with no key
    Then it is recorded how the server answers

  @intake.refusal-status
  Scenario: What an agent is told whose key lacks the privilege
    Given an API key "reader" with the privilege "config_agent:read"
    When an agent sends a transaction with the key "reader"
    Then it is recorded how the server answers

  @intake.refusal-status
  Scenario Outline: What an agent is told whose credential has <what>
    Given an API key "writer" with the privilege "event:write"
    When an agent sends a transaction with "<credential>" in base64
    Then it is recorded how the server answers

    Examples:
      | what           | credential                    |
      | a wrong secret | $key_id:mistaken              |
      | an unknown id  | AAAAAAAAAAAAAAAAAAAA:mistaken |
      | no colon       | mistaken                      |
