Feature: Authentication: responses about a key
  The description of the authenticated API key that the server returns.

  Scenario Outline: The response contains <member>
    Given an API key
    When the client authenticates with the API key
    Then the response is a success
    And "<member>" is <kind>

    Examples:
      | clause                   | member    | kind           |
      | authentication.username  | username  | a string       |
      | authentication.roles     | roles     | an array       |
      | authentication.full-name | full_name | a string\|null |
      | authentication.email     | email     | a string\|null |
      | authentication.metadata  | metadata  | an object      |
      | authentication.enabled   | enabled   | a boolean      |

  Scenario Outline: The response contains <realm>, the realm of API keys
    Given an API key
    When the client authenticates with the API key
    Then the response is a success
    And "<realm>" is an object
    And "<realm>.name" is "_es_api_key"
    And "<realm>.type" is "_es_api_key"

    Examples:
      | clause                              | realm                |
      | authentication.authentication-realm | authentication_realm |
      | authentication.lookup-realm         | lookup_realm         |

  @authentication.response-is-json
  Scenario: The body of the response is JSON
    Given an API key
    When the client authenticates with the API key
    Then the response is a success
    And the response body is JSON
