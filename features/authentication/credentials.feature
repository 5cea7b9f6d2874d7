Feature: Authentication: credentials
  The Authorization header contains the scheme ApiKey and the credential of a key. Anything else is refused, or treated
  as a request without a key; each scenario also sends the real credential, which is accepted.

  @authentication.header-scheme
  Scenario: The credential of a key is accepted
    Given an API key
    When the client authenticates with the API key
    Then the response is a success

  @authentication.header-scheme
  Scenario: The credential of a key that is not the newest is accepted repeatedly
    Given an API key
    And "id" is kept as "old_id"
    And "api_key" is kept as "old_secret"
    And an API key
    When the client authenticates with "$old_id:$old_secret" in base64
    Then the response is a success
    When the client authenticates with "$old_id:$old_secret" in base64
    Then the response is a success

  @authentication.header-scheme
  Scenario: The credential of a key that expires in a day is accepted, even if there is a newer key
    Given the unused name "agents"
    When the client creates an API key with:
      """
      {
        "name": "$agents",
        "expiration": "1d",
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
    Given "id" is kept as "old_id"
    And "api_key" is kept as "old_secret"
    And an API key
    When the client authenticates with "$old_id:$old_secret" in base64
    Then the response is a success

  @authentication.unencoded-credential-refused
  Scenario: Id, colon and secret without base64 are refused
    Given an API key
    When the client authenticates with the API key
    Then the response is a success
    When the client authenticates with "$key_id:$key_secret" as it is
    Then the request is refused or authenticates no API key

  @authentication.undecodable-credential-refused
  Scenario Outline: A credential that is not base64 is refused: <kind>
    Given an API key
    When the client authenticates with the API key
    Then the response is a success
    When the client authenticates with "<text>" as it is
    Then the request is refused or authenticates no API key

    Examples:
      | kind                              | text              |
      | letters outside the alphabet      | *** no base64 *** |
      | a foreign letter at the beginning | !$credential      |
      | a foreign letter at the end       | $credential!      |

  @authentication.colonless-credential-refused
  Scenario Outline: A credential without a colon is refused: <kind>
    Given an API key
    When the client authenticates with the API key
    Then the response is a success
    When the client authenticates with "<text>" in base64
    Then the request is refused or authenticates no API key

    Examples:
      | kind             | text                |
      | id and secret    | $key_id$key_secret  |
      | another mark     | $key_id;$key_secret |
      | the id alone     | $key_id             |
      | the secret alone | $key_secret         |

  @authentication.wrong-secret-refused
  Scenario Outline: The id of a key together with <kind> is refused
    Given an API key
    And "api_key" is kept as "other_secret"
    And an API key
    And "$key_secret" without its last letter is kept as "short_secret"
    And "$key_secret" with upper and lower case swapped is kept as "turned_secret"
    When the client authenticates with the API key
    Then the response is a success
    When the client authenticates with "$key_id:<secret>" in base64
    Then the request is refused or authenticates no API key

    Examples:
      | kind                       | secret         |
      | a secret of nobody         | not-the-secret |
      | no secret                  |                |
      | a letter after its secret  | ${key_secret}x |
      | a letter before its secret | x$key_secret   |
      | all but its last letter    | $short_secret  |
      | its letters in other cases | $turned_secret |
      | the secret of another key  | $other_secret  |
      | its own id as the secret   | $key_id        |

  @authentication.unknown-id-refused
  Scenario Outline: A secret together with <kind> is refused
    Given an API key
    When the client authenticates with the API key
    Then the response is a success
    When the client authenticates with "<id>:$key_secret" in base64
    Then the request is refused or authenticates no API key

    Examples:
      | kind                  | id         |
      | an id of nobody       | nobody     |
      | no id                 |            |
      | a letter after the id | ${key_id}x |

  @authentication.refusal-status
  Scenario Outline: The refusal of <kind>
    When the client authenticates with "<text>" as it is
    Then it is recorded how the server answers
    And it is recorded what the header "WWW-Authenticate" is

    Examples:
      | kind                | text                 |
      | an unknown key      | bm9ib2R5OnNlY3JldA== |
      | what is no base64   | *** no base64 ***    |
      | an empty credential |                      |

  @authentication.refusal-status
  Scenario: The response to a request without a credential
    When the client authenticates with no key
    Then it is recorded how the server answers
    And it is recorded what the header "WWW-Authenticate" is

  @authentication.other-schemes
  Scenario Outline: The response to the credential of a key in <form>
    Given an API key
    When the client authenticates with the header "<header>"
    Then it is recorded how the server answers

    Examples:
      | form                      | header             |
      | the scheme Bearer         | Bearer $credential |
      | the scheme Basic          | Basic $credential  |
      | a scheme in small letters | apikey $credential |
      | no scheme                 | $credential        |

  @authentication.realms-of-a-user
  Scenario: The realms of a user
    Given a role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["event:write"], "resources": ["*"] }
        ]
      }
      """
    And a user "mary" with the role "keeper"
    When the client sends GET "/_security/_authenticate" as the user "mary"
    Then it is recorded how the server answers
    And it is recorded what "authentication_realm" is
    And it is recorded what "lookup_realm" is

  @authentication.of-other-endpoints
  Scenario: The credential that other calls require
    Given an index "books"
    And an API key
    Then it is recorded how the server answers these requests:
      | what                           | request                 | body                                                                                       | authorization               |
      | a search without a credential  | GET /$books/_search     |                                                                                            | none                        |
      | a search with a wrong one      | GET /$books/_search     |                                                                                            | ApiKey bm9ib2R5OnNlY3JldA== |
      | a search with an agent's       | GET /$books/_search     |                                                                                            | ApiKey $credential          |
      | a query without a credential   | POST /_query            | { "query": "ROW a = 1" }                                                                   | none                        |
      | a query with a wrong one       | POST /_query            | { "query": "ROW a = 1" }                                                                   | ApiKey bm9ib2R5OnNlY3JldA== |
      | a query with an agent's        | POST /_query            | { "query": "ROW a = 1" }                                                                   | ApiKey $credential          |
      | SQL without a credential       | POST /_sql?format=txt   | { "query": "SELECT 1" }                                                                    | none                        |
      | SQL with a wrong one           | POST /_sql?format=txt   | { "query": "SELECT 1" }                                                                    | ApiKey bm9ib2R5OnNlY3JldA== |
      | a policy without a credential  | PUT /_ilm/policy/$books | { "policy": { "phases": { "delete": { "min_age": "1d", "actions": { "delete": {} } } } } } | none                        |
      | a policy with a wrong one      | PUT /_ilm/policy/$books | { "policy": { "phases": { "delete": { "min_age": "1d", "actions": { "delete": {} } } } } } | ApiKey bm9ib2R5OnNlY3JldA== |
      | a mapping without a credential | PUT /$books/_mapping    | { "properties": { "a": { "type": "long" } } }                                              | none                        |
      | a mapping with a wrong one     | PUT /$books/_mapping    | { "properties": { "a": { "type": "long" } } }                                              | ApiKey bm9ib2R5OnNlY3JldA== |
