Feature: API keys: secret and credential
  The secret of a key is returned only on creation. The credential is "id:secret" in base64.

  @api-keys.secret-only-on-creation
  Scenario: Authenticating with a key does not show its secret
    Given an API key
    When the client authenticates with the API key
    Then the response is a success
    And the body does not hold "$key_secret"
    And the body does not hold "$credential"

  @api-keys.secret-only-on-creation
  Scenario: Reading a key does not show its secret
    Given an API key
    When the client sends GET "/_security/api_key?id=$key_id"
    Then the body does not hold "$key_secret"
    And the body does not hold "$credential"

  @api-keys.credential-is-base64
  Scenario: The credential of a key authenticates as the key
    Given an API key
    When the client authenticates with "$key_id:$key_secret" in base64
    Then the response is a success
    And "authentication_realm.type" is "_es_api_key"

  @api-keys.credential-is-base64
  Scenario: Two keys have different credentials
    Given the unused names "first, second"
    When the client creates an API key with:
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
    And "id" is kept as "first_id"
    And "api_key" is kept as "first_secret"
    And the client creates an API key with:
      """
      {
        "name": "$second",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["config_agent:read"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then the response is a success
    When the client authenticates with "$first_id:$first_secret" in base64
    Then the response is a success
    When the client authenticates with "$key_id:$key_secret" in base64
    Then the response is a success
