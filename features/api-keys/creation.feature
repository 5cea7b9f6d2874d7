Feature: API keys: creation
  A key is created with a name and its own roles; the response contains its id, its name and its secret.

  @api-keys.post-creates-key
  Scenario: A key is created
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
    And "api_key" is a text

  Scenario Outline: The creation response contains <member> as a string
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
    And "<member>" is a string

    Examples:
      | clause                   | member  |
      | api-keys.id-returned     | id      |
      | api-keys.secret-returned | api_key |

  @api-keys.name-returned
  Scenario Outline: The creation response repeats the name <name>
    Given the unused name "agents"
    And an API key
    When the client creates an API key with:
      """
      {
        "name": "<name>",
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
    And "name" is "<name>"

    Examples:
      | name                                      |
      | $agents                                   |
      | $agents of the shop, second floor (no. 2) |
      | Schlüssel für $agents, Köln 東京            |
      | $agents of the café                     |
      | $agents \\"two\\" and c:\\\\north         |

  # The specification has no rule for names: a server may refuse one, but not change it.
  @api-keys.name-returned
  Scenario Outline: The creation response repeats a name, unless it is refused: <what>
    Given the unused name "agents"
    And an API key
    When the client creates an API key with:
      """
      {
        "name": "<name>",
        "role_descriptors": {
          "agent": {
            "applications": [
              { "application": "apm", "privileges": ["event:write"], "resources": ["*"] }
            ]
          }
        }
      }
      """
    Then "name" is absent or "<name>"

    Examples:
      | what                   | name |
      | with outer blanks      | \\u0020$agents\\u0020 |
      | with inner blanks      | $agents  of the\\tshop |
      | of over 150 characters | $agents-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789 |

  @api-keys.same-name
  Scenario: The response to a second key with the same name
    Given the unused name "agents"
    When the client creates an API key with:
      """
      { "name": "$agents", "role_descriptors": { "agent": { "applications": [{ "application": "apm", "privileges": ["event:write"], "resources": ["*"] }] } } }
      """
    And the client creates an API key with:
      """
      { "name": "$agents", "role_descriptors": { "agent": { "applications": [{ "application": "apm", "privileges": ["event:write"], "resources": ["*"] }] } } }
      """
    Then it is recorded how the server answers

  @api-keys.member-missing
  Scenario: The response to a creation without a name or without roles
    Given the unused name "agents"
    Then it is recorded how the server answers these wrong requests:
      | what                       | request                 | body                                                   |
      | no name                    | POST /_security/api_key | { "role_descriptors": {} }                             |
      | no roles                   | POST /_security/api_key | { "name": "$agents" }                                  |
      | an empty name              | POST /_security/api_key | { "name": "", "role_descriptors": {} }                 |
      | roles without applications | POST /_security/api_key | { "name": "$agents", "role_descriptors": { "a": {} } } |
      | no member at all           | POST /_security/api_key | {}                                                     |

  @api-keys.role-descriptors-request-only
  Scenario: The creation response does not repeat the roles
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
    And "id" is present
    And "role_descriptors" is absent

  @api-keys.role-descriptors-by-role-name
  Scenario Outline: The roles of a key can be named <kind>
    Given the unused name "agents"
    When the client creates an API key with:
      """
      { "name": "$agents", "role_descriptors": <roles> }
      """
    Then the response is a success
    And "api_key" is a text

    Examples:
      | kind              | roles                                                                                                                                                                                                                              |
      | apm_agent         | { "apm_agent": { "applications": [{ "application": "apm", "privileges": ["event:write"], "resources": ["*"] }] } }                                                                                                                 |
      | Shop-Agent.2      | { "Shop-Agent.2": { "applications": [{ "application": "apm", "privileges": ["event:write"], "resources": ["*"] }] } }                                                                                                              |
      | writer and reader | { "writer": { "applications": [{ "application": "apm", "privileges": ["event:write"], "resources": ["*"] }] }, "reader": { "applications": [{ "application": "apm", "privileges": ["config_agent:read"], "resources": ["*"] }] } } |

  @api-keys.role-descriptors-applications
  Scenario Outline: A role of a key has <kind>
    Given the unused name "agents"
    When the client creates an API key with:
      """
      { "name": "$agents", "role_descriptors": { "agent": { "applications": <entries> } } }
      """
    Then the response is a success
    And "api_key" is a text

    Examples:
      | kind                          | entries                                                                                                                                                          |
      | one entry                     | [{ "application": "apm", "privileges": ["event:write"], "resources": ["*"] }]                                                                                    |
      | one entry with two privileges | [{ "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] }]                                                               |
      | two entries                   | [{ "application": "apm", "privileges": ["event:write"], "resources": ["*"] }, { "application": "apm", "privileges": ["config_agent:read"], "resources": ["*"] }] |

  Scenario Outline: A key is created with the privilege <privilege>
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
    And "api_key" is a text

    Examples:
      | clause                               | privilege         |
      | api-keys.privilege-config-agent-read | config_agent:read |
      | api-keys.privilege-event-write       | event:write       |
      | api-keys.privilege-sourcemap-write   | sourcemap:write   |

  @api-keys.response-is-json
  Scenario: The body of the response is JSON
    When the client creates an API key with:
      """
      {
        "name": "agents",
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
    And the response body is JSON
