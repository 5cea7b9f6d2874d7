Feature: Query request: locale
  The language of the month names in formatted dates.

  Scenario Outline: The name of a month: <what>
    Given an index "trips" with:
      """
      { "mappings": { "properties": { "left": { "type": "date" } } } }
      """
    And these documents in "trips":
      | _id | left                 |
      | a   | 2024-02-10T12:00:00Z |
      | b   | 2024-08-10T12:00:00Z |
    And the client queries with:
      """
      {
        "query": "FROM $trips | SORT left | EVAL month = DATE_FORMAT(\"MM\", left) | KEEP month | LIMIT 10"<zone>
      }
      """
    And the rows are:
      | month |
      | "02"  |
      | "08"  |
    When the client queries with:
      """
      {
        "query": "FROM $trips | SORT left | EVAL month = DATE_FORMAT(\"MMMM\", left) | KEEP month | LIMIT 10"<locale><zone>
      }
      """
    Then the rows are:
      | month      |
      | <february> |
      | <august>   |

    Examples:
      | clause                        | what                  | locale              | zone                    | february | august |
      | query.locale-default-en-us    | without a locale      |                     |                         | February | August |
      | query.locale-language         | in the language fr    | , "locale": "fr"    |                         | février  | août   |
      | query.locale-language         | in the language es    | , "locale": "es"    |                         | febrero  | agosto |
      | query.time-zone-offset        | in German and a zone  | , "locale": "de"    | , "time_zone": "+05:30" | Februar  | August |
      | query.locale-language-region  | in the locale de-DE   | , "locale": "de-DE" |                         | Februar  | August |
      | query.locale-language-region  | in the locale fr-FR   | , "locale": "fr-FR" |                         | février  | août   |
      | query.locale-language-region  | in the locale fr-CA   | , "locale": "fr-CA" |                         | février  | août   |
      | query.locale-language-region  | in the default, en-US | , "locale": "en-US" |                         | February | August |
      | query.locale-case-insensitive | in the locale FR-fr   | , "locale": "FR-fr" |                         | février  | août   |
      | query.locale-case-insensitive | in the locale fr-fr   | , "locale": "fr-fr" |                         | février  | août   |
      | query.locale-case-insensitive | in the language FR    | , "locale": "FR"    |                         | février  | août   |

  Scenario Outline: The name of a day of the week in the locale <locale>
    Given an index "trips" with:
      """
      { "mappings": { "properties": { "left": { "type": "date" } } } }
      """
    And these documents in "trips":
      | _id | left                 |
      | a   | 2024-02-10T12:00:00Z |
    And the client queries with:
      """
      { "query": "FROM $trips | EVAL day = DATE_FORMAT(\"EEEE\", left) | KEEP day | LIMIT 10" }
      """
    And the rows are:
      | day      |
      | Saturday |
    When the client queries with:
      """
      {
        "query": "FROM $trips | EVAL day = DATE_FORMAT(\"EEEE\", left) | KEEP day | LIMIT 10",
        "locale": "<locale>"
      }
      """
    Then the rows are:
      | day   |
      | <day> |

    Examples:
      | clause                       | locale | day    |
      | query.locale-language        | fr     | samedi |
      | query.locale-language-region | es-ES  | sábado |

  Scenario Outline: The short name of a month is not the English one in the locale <locale>
    Given an index "trips" with:
      """
      { "mappings": { "properties": { "left": { "type": "date" } } } }
      """
    And these documents in "trips":
      | _id | left                 |
      | a   | 2024-02-10T12:00:00Z |
    And the client queries with:
      """
      { "query": "FROM $trips | EVAL month = DATE_FORMAT(\"MMM\", left) | KEEP month | LIMIT 10" }
      """
    And "values" is [["Feb"]]
    When the client queries with:
      """
      {
        "query": "FROM $trips | EVAL month = DATE_FORMAT(\"MMM\", left) | KEEP month | LIMIT 10",
        "locale": "<locale>"
      }
      """
    Then the response is a success
    And "values.0.0" is not "Feb"

    Examples:
      | clause                       | locale |
      | query.locale-language        | fr     |
      | query.locale-language-region | fr-FR  |

  Scenario Outline: After a query with another <member>, one without it has the default
    Given an index "trips" with:
      """
      { "mappings": { "properties": { "left": { "type": "date" } } } }
      """
    And these documents in "trips":
      | _id | left                 |
      | a   | 2024-02-10T12:00:00Z |
    And the client queries with:
      """
      {
        "query": "FROM $trips | EVAL part = DATE_FORMAT(\"<pattern>\", left) | KEEP part | LIMIT 10",
        "<member>": "<value>"
      }
      """
    And the rows are:
      | part    |
      | <other> |
    When the client queries with:
      """
      { "query": "FROM $trips | EVAL part = DATE_FORMAT(\"<pattern>\", left) | KEEP part | LIMIT 10" }
      """
    Then the rows are:
      | part      |
      | <default> |

    Examples:
      | clause                      | member    | value  | pattern | other   | default  |
      | query.locale-default-en-us  | locale    | fr     | MMMM    | février | February |
      | query.time-zone-default-utc | time_zone | +05:30 | HH:mm   | 17:30   | 12:00    |
