Feature: Intake: the command that verifies a key
  The command prints one line per privilege, which says whether the key has it.

  @intake.verify-command
  Scenario Outline: The lines for a key with <privileges>
    Given an API key "agent" with the privileges "<privileges>"
    When the command verifies the key "agent"
    Then the command prints lines of the specified form

    Examples:
      | privileges                                      |
      | event:write                                     |
      | config_agent:read, event:write, sourcemap:write |

  Scenario Outline: The output contains a line for <privilege>
    Given an API key "agent" with the privileges "event:write, config_agent:read"
    When the command verifies the key "agent"
    Then the command prints one line about "<privilege>"

    Examples:
      | clause                               | privilege         |
      | intake.verify-line-config-agent-read | config_agent:read |
      | intake.verify-line-event-write       | event:write       |
      | intake.verify-line-sourcemap-write   | sourcemap:write   |

  @intake.verify-yes
  Scenario Outline: A key is reported to have <privilege>
    Given an API key "agent" with the privilege "<privilege>"
    When the command verifies the key "agent"
    Then the command prints one line about "<privilege>" that ends in Yes

    Examples:
      | privilege         |
      | config_agent:read |
      | event:write       |
      | sourcemap:write   |

  @intake.verify-negative
  Scenario Outline: A key with <held> is not reported to have <privilege>
    Given an API key "agent" with the privileges "<held>"
    When the command verifies the key "agent"
    Then the command prints one line about "<privilege>" that ends in a negative answer

    Examples:
      | privilege         | held                               |
      | config_agent:read | event:write, sourcemap:write       |
      | event:write       | config_agent:read, sourcemap:write |
      | sourcemap:write   | config_agent:read, event:write     |

  @intake.verify-negative
  Scenario Outline: A credential with <what> is not reported to have any privilege
    Given an API key "agent" with the privileges "config_agent:read, event:write, sourcemap:write"
    When the command verifies the key "agent"
    Then the command prints one line about "event:write" that ends in Yes
    When the command verifies "<credential>" in base64
    Then the command prints no line that ends in Yes

    Examples:
      | what           | credential                       |
      | a wrong secret | $key_id:mistaken                 |
      | an unknown id  | AAAAAAAAAAAAAAAAAAAA:$key_secret |
