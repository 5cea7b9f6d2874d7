Feature: Authentication: an intake whose settings do not mention keys
  Whether API keys are on or off by default is left open.

  @authentication.enabled-by-default
  Scenario: How events without a key are answered
    Given an intake
    When an agent sends a transaction with no key
    Then it is recorded how the server answers

  @authentication.enabled-by-default
  Scenario: How events under a key without the privilege are answered
    Given an intake
    And an API key "reader" with the privilege "config_agent:read"
    When an agent sends a transaction with the key "reader"
    Then it is recorded how the server answers
