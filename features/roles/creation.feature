Feature: Roles: creation
  A role grants privileges on the cluster and in applications; its name is in the path of the creation request.

  @roles.post-creates-role
  Scenario Outline: A role with <kind> is created
    When the client creates the role "keeper" with:
      """
      {
        "cluster": <cluster>,
        "applications": [
          { "application": "apm", "privileges": ["event:write"], "resources": ["*"] }
        ]
      }
      """
    Then the response is a success

    Examples:
      | kind               | cluster                           |
      | one cluster right  | ["manage_own_api_key"]            |
      | two cluster rights | ["manage_own_api_key", "monitor"] |

  @roles.post-creates-role
  Scenario: A role can be created again
    Given a role "keeper" with:
      """
      { "cluster": ["monitor"], "applications": [] }
      """
    When the client creates the role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["config_agent:read"], "resources": ["*"] }
        ]
      }
      """
    Then the response is a success

  @roles.applications-entries
  Scenario Outline: A role with these application privileges is created: <kind>
    When the client creates the role "keeper" with:
      """
      { "cluster": ["manage_own_api_key"], "applications": <entries> }
      """
    Then the response is a success

    Examples:
      | kind                            | entries                                                                                                                                                                        |
      | one entry                       | [{ "application": "apm", "privileges": ["event:write"], "resources": ["*"] }]                                                                                                  |
      | one entry with two privileges   | [{ "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] }]                                                                             |
      | one entry with two resources    | [{ "application": "some-ui", "privileges": ["feature_apm.all"], "resources": ["space:one", "space:two"] }]                                                                     |
      | two entries of two applications | [{ "application": "apm", "privileges": ["event:write"], "resources": ["*"] }, { "application": "some-ui", "privileges": ["feature_apm.all"], "resources": ["space:default"] }] |
      | two entries of one application  | [{ "application": "apm", "privileges": ["event:write"], "resources": ["*"] }, { "application": "apm", "privileges": ["config_agent:read"], "resources": ["*"] }]               |

  @roles.creation-response-body
  Scenario: The response to the creation of a role
    When the client creates the role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["event:write"], "resources": ["*"] }
        ]
      }
      """
    Then it is recorded how the server answers

  @roles.response-is-json
  Scenario: The body of the response is JSON
    When the client creates the role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["event:write"], "resources": ["*"] }
        ]
      }
      """
    Then the response is a success
    And the response body is JSON or empty
