Feature: Roles: the management UI
  Users who create agent keys in the management UI need a role with an entry for its application, which names the
  feature and the space. Each scenario compares users with and without one of these parts.

  @roles.management-ui-entry
  Scenario Outline: A user can create a key in the UI if the role has <kind>
    Given the management UI
    When the client creates the role "keeper" with:
      """
      { "cluster": ["manage_own_api_key"], "applications": <entries> }
      """
    Then the response is a success
    Given a user "mary" with the role "keeper"
    When the client sends the form for agent keys as the user "mary" with:
      | name       | agents                         |
      | privileges | event:write, config_agent:read |
    Then the page creates and shows an agent key
    And the API key has the privileges "event:write, config_agent:read"

    Examples:
      | kind                     | entries                                                                                                                                                                                                                                                                                                                   |
      | the entry last           | [{ "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] }, { "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:$ui_space"] }]                                                                                                             |
      | the entry first          | [{ "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:$ui_space"] }, { "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] }]                                                                                                             |
      | the entry for two spaces | [{ "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] }, { "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:not-${ui_space}", "space:$ui_space"] }]                                                                                    |
      | the spaces reversed      | [{ "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] }, { "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:$ui_space", "space:not-${ui_space}"] }]                                                                                    |
      | entries for two spaces   | [{ "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] }, { "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:not-${ui_space}"] }, { "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:$ui_space"] }] |

  @roles.management-ui-entry
  Scenario: A user with the entry in a second role can create a key in the UI
    Given the management UI
    And a role "creator" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] }
        ]
      }
      """
    And a role "visitor" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:$ui_space"] }
        ]
      }
      """
    And a user "mary" with the roles "creator,visitor"
    When the client sends the form for agent keys as the user "mary" with:
      | name       | agents      |
      | privileges | event:write |
    Then the page creates and shows an agent key

  @roles.management-ui-permissions
  Scenario Outline: A user with <kind> cannot create a key in the UI, even with the form of another user
    Given the management UI
    And a role "creator" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "apm", "privileges": ["event:write", "config_agent:read"], "resources": ["*"] }
        ]
      }
      """
    And the client creates the role "lacking" with:
      """
      { "cluster": ["manage_own_api_key"], "applications": <entries> }
      """
    And a role "visitor" with:
      """
      {
        "cluster": ["manage_own_api_key"],
        "applications": [
          { "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:$ui_space"] }
        ]
      }
      """
    And a user "mary" with the roles "creator,lacking"
    And a user "paul" with the roles "creator,lacking,visitor"
    When the client sends the form for agent keys as the user "paul" with:
      | name       | agents      |
      | privileges | event:write |
    Then the page creates and shows an agent key
    When the client sends the form for agent keys as the user "mary" with:
      | name       | agents      |
      | privileges | event:write |
    Then the page creates no agent key
    When the client sends the form for agent keys as the user "mary", shown to the user "paul" with:
      | name       | agents      |
      | privileges | event:write |
    Then the page creates no agent key

    Examples:
      | kind                         | entries                                                                                                           |
      | no entry                     | []                                                                                                                |
      | an entry for another space   | [{ "application": "$ui_application", "privileges": ["feature_apm.all"], "resources": ["space:not-${ui_space}"] }] |
      | an entry for another feature | [{ "application": "$ui_application", "privileges": ["feature_maps.all"], "resources": ["space:$ui_space"] }]      |

  @roles.management-ui-application-name
  Scenario: The application name of the management UI
    Given the management UI
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
    And a user "mary" with the role "keeper"
    When the client sends the form for agent keys as the user "mary" with:
      | name       | agents      |
      | privileges | event:write |
    Then it is recorded which application a role names for the management UI
