Feature: Roles: creation
  A role grants privileges on the cluster and in applications; its name is in the path of the creation request.

  @roles.post-creates-role
  Scenario: A role is created
    Given the application and the space of the management UI, or made-up ones
    And an index "notes"
    And 2 numbered documents in "notes"
    When the client creates the role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] },
          { "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:$ui_space"] }
        ]
      }
      """
    Then the response is a success

  @roles.created-again
  Scenario: The response to a second creation under the same name
    Given the application and the space of the management UI, or made-up ones
    And a role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] },
          { "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:$ui_space"] }
        ]
      }
      """
    When the client creates the role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["config_agent:read", "event:write"], "resources": ["*"] },
          { "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:$ui_space"] }
        ]
      }
      """
    Then it is recorded how the server answers

  @roles.other-privileges
  Scenario: The response to roles with other privileges, applications and resources
    Given the unused name "keeper"
    Then it is recorded how the server answers these requests:
      | what                             | request                      | body                                                                                                                                                        |
      | another privilege on the cluster | POST /_security/role/$keeper | { "cluster": ["manage_own_api_key", "monitor"], "applications": [] }                                                                                          |
      | no privilege on the cluster      | POST /_security/role/$keeper | { "cluster": [], "applications": [{ "application": "apm", "privileges": ["event:write"], "resources": ["*"] }] }                                              |
      | another application              | POST /_security/role/$keeper | { "cluster": ["manage_own_api_key"], "applications": [{ "application": "some-ui", "privileges": ["feature_apm.all"], "resources": ["space:default"] }] }       |
      | another privilege                | POST /_security/role/$keeper | { "cluster": ["manage_own_api_key"], "applications": [{ "application": "apm", "privileges": ["event:read"], "resources": ["*"] }] }                           |
      | two resources                    | POST /_security/role/$keeper | { "cluster": ["manage_own_api_key"], "applications": [{ "application": "apm", "privileges": ["event:write"], "resources": ["service:one", "service:two"] }] } |

  @roles.applications-entries
  Scenario Outline: A role with these application privileges is created: <kind>
    Given the application and the space of the management UI, or made-up ones
    And an index "notes"
    And 2 numbered documents in "notes"
    When the client creates the role "keeper" with:
      """
      { "cluster": ["manage_own_api_key"], "applications": <entries> }
      """
    Then the response is a success

    Examples:
      | kind                           | entries                                                                                                                                                                                                       |
      | one entry                      | [{ "application": "apm", "privileges": ["event:write"], "resources": ["*"] }]                                                                                                                                 |
      | one entry with two privileges  | [{ "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] }]                                                                                                            |
      | two entries of one application | [{ "application": "apm", "privileges": ["event:write"], "resources": ["*"] }, { "application": "apm", "privileges": ["config_agent:read"], "resources": ["*"] }]                                              |
      | entries of two applications    | [{ "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] }, { "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:$ui_space"] }] |

  @roles.creation-response-body
  Scenario: The response to the creation of a role
    Given the application and the space of the management UI, or made-up ones
    When the client creates the role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] },
          { "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:$ui_space"] }
        ]
      }
      """
    Then it is recorded how the server answers

  @roles.response-is-json
  Scenario: The body of the response is JSON
    Given the application and the space of the management UI, or made-up ones
    And an index "notes"
    And 2 numbered documents in "notes"
    When the client creates the role "keeper" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] },
          { "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:$ui_space"] }
        ]
      }
      """
    Then the response is a success
    And the response body is JSON or empty
