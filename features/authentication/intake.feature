Feature: Authentication: an intake without settings for keys
  The specification does not say whether API keys are on or off by default.

  @authentication.enabled-by-default
  Scenario: The response to events without a key
    Given an intake
    When an agent sends a transaction with no key
    Then it is recorded how the server answers

  @authentication.enabled-by-default
  Scenario: The response to events sent with a key that lacks the privilege
    Given an intake
    And an API key "reader" with the privilege "config_agent:read"
    When an agent sends a transaction with the key "reader"
    Then it is recorded how the server answers
