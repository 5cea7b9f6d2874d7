Feature: Query request: time_zone
  The zone in which date functions calculate, and in which the dates of a response are written.

  @query.time-zone-default-utc
  Scenario: Without a zone everything is in UTC
    Given an index "trips" with:
      """
      { "mappings": { "properties": { "left": { "type": "date" } } } }
      """
    And these documents in "trips":
      | _id | left                 |
      | a   | 2024-03-10T23:30:00Z |
    And the client queries:
      """
      FROM $trips | EVAL known = DATE_FORMAT("yyyy mm", left) | KEEP known | LIMIT 10
      """
    And the rows are:
      | known   |
      | 2024 30 |
    And the client queries:
      """
      FROM $trips | EVAL day = DATE_TRUNC(1 day, left) | KEEP day | LIMIT 10
      """
    And there is 1 row
    When the client queries:
      """
      FROM $trips
      | EVAL day = DATE_TRUNC(1 day, left), clock = DATE_FORMAT("yyyy-MM-dd HH:mm", left)
      | KEEP left, day, clock
      | LIMIT 10
      """
    Then the rows are:
      | clock            |
      | 2024-03-10 23:30 |
    And the column "left" holds the dates:
      | 2024-03-10T23:30:00Z |
    And the column "day" holds the dates:
      | 2024-03-10T00:00:00Z |

  @query.time-zone-utc
  Scenario: The zone UTC is like no zone
    Given an index "trips" with:
      """
      { "mappings": { "properties": { "left": { "type": "date" } } } }
      """
    And these documents in "trips":
      | _id | left                 |
      | a   | 2024-03-10T23:30:00Z |
    And the client queries:
      """
      FROM $trips | EVAL known = DATE_FORMAT("yyyy mm", left) | KEEP known | LIMIT 10
      """
    And the rows are:
      | known   |
      | 2024 30 |
    When the client queries with:
      """
      {
        "query": "FROM $trips | EVAL clock = DATE_FORMAT(\"yyyy-MM-dd HH:mm\", left) | KEEP clock, left | LIMIT 10",
        "time_zone": "UTC"
      }
      """
    Then the rows are:
      | clock            |
      | 2024-03-10 23:30 |
    And the column "left" holds the dates:
      | 2024-03-10T23:30:00Z |

  @query.time-zone-offset
  Scenario Outline: A zone given as the offset <zone>
    Given an index "trips" with:
      """
      { "mappings": { "properties": { "left": { "type": "date" } } } }
      """
    And these documents in "trips":
      | _id | left                 |
      | a   | 2024-03-10T23:30:00Z |
    And the client queries:
      """
      FROM $trips | EVAL known = DATE_FORMAT("yyyy mm", left) | KEEP known | LIMIT 10
      """
    And the rows are:
      | known   |
      | 2024 30 |
    When the client queries with:
      """
      {
        "query": "FROM $trips | EVAL clock = DATE_FORMAT(\"yyyy-MM-dd HH:mm\", left) | KEEP clock, left | LIMIT 10",
        "time_zone": "<zone>"
      }
      """
    Then the rows are:
      | clock   |
      | <clock> |
    And the column "left" holds the dates:
      | <date> |

    Examples:
      | zone   | clock            | date                      |
      | +01:00 | 2024-03-11 00:30 | 2024-03-11T00:30:00+01:00 |
      | -05:00 | 2024-03-10 18:30 | 2024-03-10T18:30:00-05:00 |
      | +05:30 | 2024-03-11 05:00 | 2024-03-11T05:00:00+05:30 |
      | +14:00 | 2024-03-11 13:30 | 2024-03-11T13:30:00+14:00 |
      | -12:00 | 2024-03-10 11:30 | 2024-03-10T11:30:00-12:00 |

  @query.time-zone-id
  Scenario Outline: A zone given as the id <zone>
    Given an index "trips" with:
      """
      { "mappings": { "properties": { "left": { "type": "date" } } } }
      """
    And these documents in "trips":
      | _id | left                 |
      | a   | 2024-01-15T23:30:00Z |
      | b   | 2024-07-15T23:30:00Z |
      | c   | 1965-07-15T23:30:00Z |
    And the client queries:
      """
      FROM $trips | SORT left | EVAL known = DATE_FORMAT("yyyy mm", left) | KEEP known | LIMIT 10
      """
    And the rows are:
      | known   |
      | 1965 30 |
      | 2024 30 |
      | 2024 30 |
    When the client queries with:
      """
      {
        "query": "FROM $trips | SORT left | EVAL clock = DATE_FORMAT(\"yyyy-MM-dd HH:mm\", left) | KEEP clock, left | LIMIT 10",
        "time_zone": "<zone>"
      }
      """
    Then the rows are:
      | clock    |
      | <old>    |
      | <winter> |
      | <summer> |

    Examples:
      | zone                           | old              | winter           | summer           |
      | Europe/Paris                   | 1965-07-16 00:30 | 2024-01-16 00:30 | 2024-07-16 01:30 |
      | America/New_York               | 1965-07-15 19:30 | 2024-01-15 18:30 | 2024-07-15 19:30 |
      | America/Argentina/Buenos_Aires | 1965-07-15 19:30 | 2024-01-15 20:30 | 2024-07-15 20:30 |
      | Etc/GMT+5                      | 1965-07-15 18:30 | 2024-01-15 18:30 | 2024-07-15 18:30 |

  @query.time-zone-functions
  Scenario Outline: Hours, days, months and years begin by the clock of the zone, as <what>: <zone>
    Given an index "trips" with:
      """
      { "mappings": { "properties": { "left": { "type": "date" }, "closed": { "type": "date" } } } }
      """
    And these documents in "trips":
      | _id | left                 | closed               |
      | a   | 2024-03-10T12:00:00Z | 2024-12-31T12:00:00Z |
      | b   | 2024-03-10T23:30:00Z | 2024-12-31T23:30:00Z |
    And the client queries with:
      """
      { "query": "FROM $trips | <commands>" }
      """
    And "values" is <in UTC>
    When the client queries with:
      """
      { "query": "FROM $trips | <commands>", "time_zone": "<zone>" }
      """
    Then "values" is <in the zone>

    Examples:
      | what                | commands                                                                                               | in UTC       | in the zone  | zone   |
      | the parts of a date | SORT left \| EVAL day = DATE_EXTRACT(\\"day_of_month\\", left) \| KEEP day                             | [[10], [10]] | [[10], [11]] | +01:00 |
      | groups of dates     | STATS number = COUNT(*) BY day = BUCKET(left, 1 day) \| KEEP number                                    | [[2]]        | [[1], [1]]   | +01:00 |
      | months              | STATS number = COUNT(*) BY month = DATE_TRUNC(1 month, closed) \| KEEP number                          | [[2]]        | [[1], [1]]   | +01:00 |
      | years               | STATS number = COUNT(*) BY year = DATE_TRUNC(1 year, closed) \| KEEP number                            | [[2]]        | [[1], [1]]   | +01:00 |
      | groups of a month   | STATS number = COUNT(*) BY month = BUCKET(closed, 1 month) \| KEEP number                              | [[2]]        | [[1], [1]]   | +01:00 |
      | hours               | SORT left \| EVAL minute = DATE_EXTRACT(\\"minute_of_hour\\", DATE_TRUNC(1 hour, left)) \| KEEP minute | [[0], [0]]   | [[0], [0]]   | +05:30 |

  @query.time-zone-functions
  Scenario: A day is cut at midnight in the zone of the request
    Given an index "trips" with:
      """
      { "mappings": { "properties": { "left": { "type": "date" } } } }
      """
    And these documents in "trips":
      | _id | left                 |
      | a   | 2024-03-10T22:30:00Z |
      | b   | 2024-03-10T23:30:00Z |
      | c   | 2024-07-10T22:30:00Z |
    And the client queries:
      """
      FROM $trips | SORT left | EVAL day = DATE_TRUNC(1 day, left) | KEEP day | LIMIT 10
      """
    And there are 3 rows
    When the client queries with:
      """
      {
        "query": "FROM $trips | SORT left | EVAL day = DATE_TRUNC(1 day, left) | KEEP day | LIMIT 10",
        "time_zone": "Europe/Paris"
      }
      """
    Then the column "day" holds the moments:
      | 2024-03-09T23:00:00Z |
      | 2024-03-10T23:00:00Z |
      | 2024-07-10T22:00:00Z |

  @query.time-zone-function-argument-wins
  Scenario Outline: A function with an explicit zone uses that zone, not <zone>
    Given the client queries:
      """
      ROW own = DATE_PARSE("yyyy-MM-dd HH:mm", "2024-03-10 12:00", {"time_zone": "America/New_York"}), other = DATE_PARSE("yyyy-MM-dd HH:mm", "2024-03-09 12:00")
      """
    And the response is a success
    When the client queries with:
      """
      {
        "query": "ROW own = DATE_PARSE(\"yyyy-MM-dd HH:mm\", \"2024-03-10 12:00\", {\"time_zone\": \"America/New_York\"}), other = DATE_PARSE(\"yyyy-MM-dd HH:mm\", \"2024-03-09 12:00\")",
        "time_zone": "<zone>"
      }
      """
    Then the column "own" holds the moments:
      | 2024-03-10T16:00:00Z |
    And the column "other" holds the moments:
      | <other> |

    Examples:
      | zone         | other                |
      | Europe/Paris | 2024-03-09T11:00:00Z |
      | -03:00       | 2024-03-09T15:00:00Z |

  Scenario Outline: The dates of a response in <format> are written in the zone <zone>
    Given an index "trips" with:
      """
      { "mappings": { "properties": { "left": { "type": "date" } } } }
      """
    And these documents in "trips":
      | _id | left                     |
      | a   | 2024-01-15T23:30:00Z     |
      | b   | 2024-07-15T23:30:00.250Z |
    When the client queries in <format> with:
      """
      { "query": "FROM $trips | KEEP left | SORT left | LIMIT 10", "time_zone": "<zone>" }
      """
    Then the column "left" holds the dates:
      | <winter> |
      | <summer> |

    Examples:
      | clause                                | format | zone         | winter                    | summer                        |
      | query.time-zone-formats-dates         | json   | Europe/Paris | 2024-01-16T00:30:00+01:00 | 2024-07-16T01:30:00.250+02:00 |
      | query.time-zone-formats-dates         | json   | -05:00       | 2024-01-15T18:30:00-05:00 | 2024-07-15T18:30:00.250-05:00 |
      | query.time-zone-formats-dates-in-yaml | yaml   | Europe/Paris | 2024-01-16T00:30:00+01:00 | 2024-07-16T01:30:00.250+02:00 |
      | query.time-zone-formats-dates-in-yaml | yaml   | -05:00       | 2024-01-15T18:30:00-05:00 | 2024-07-15T18:30:00.250-05:00 |

  Scenario Outline: The dates of a response in <format> are written in the zone beside <beside>
    Given an index "trips" with:
      """
      { "mappings": { "properties": { "left": { "type": "date" } } } }
      """
    And these documents in "trips":
      | _id | left                     |
      | a   | 2024-01-15T23:30:00Z     |
      | b   | 2024-07-15T23:30:00.250Z |
    When the client queries in <format> with:
      """
      { "query": "FROM $trips | KEEP left | SORT left | LIMIT 10", <beside>, "time_zone": "+05:30" }
      """
    Then "values.0.0" is the date "2024-01-16T05:00:00+05:30"
    And "<second>" is the date "2024-07-16T05:00:00.250+05:30"

    Examples:
      | clause                                | format | beside                                                               | second     |
      | query.time-zone-formats-dates         | json   | "columnar": true                                                     | values.0.1 |
      | query.time-zone-formats-dates         | json   | "filter": { "range": { "left": { "gte": "2024-01-01T00:00:00Z" } } } | values.1.0 |
      | query.time-zone-formats-dates         | json   | "locale": "fr-FR"                                                    | values.1.0 |
      | query.time-zone-formats-dates         | json   | "params": []                                                         | values.1.0 |
      | query.time-zone-formats-dates-in-yaml | yaml   | "columnar": true                                                     | values.0.1 |

  Scenario Outline: The dates of a response in <format> keep their moments in the zone <zone>
    Given an index "trips" with:
      """
      { "mappings": { "properties": { "left": { "type": "date" } } } }
      """
    And these documents in "trips":
      | _id | left                     |
      | a   | 1969-12-31T23:30:00Z     |
      | b   | 2024-01-15T23:30:00Z     |
      | c   | 2024-07-15T02:45:00.250Z |
    When the client queries accepting "<media type>" with:
      """
      { "query": "FROM $trips | KEEP left | SORT left | LIMIT 10", "time_zone": "<zone>" }
      """
    Then the column "left" holds in any spelling:
      | <first>  |
      | <winter> |
      | <summer> |

    Examples:
      | clause                                    | format | media type                                | zone             | first                     | winter                    | summer                        |
      | query.time-zone-keeps-the-moment          | csv    | text/csv; header=present                  | -03:30           | 1969-12-31T20:00:00-03:30 | 2024-01-15T20:00:00-03:30 | 2024-07-14T23:15:00.250-03:30 |
      | query.time-zone-keeps-the-moment          | csv    | text/csv; header=present                  | America/New_York | 1969-12-31T18:30:00-05:00 | 2024-01-15T18:30:00-05:00 | 2024-07-14T22:45:00.250-04:00 |
      | query.time-zone-keeps-the-moment          | tsv    | text/tab-separated-values; header=present | -03:30           | 1969-12-31T20:00:00-03:30 | 2024-01-15T20:00:00-03:30 | 2024-07-14T23:15:00.250-03:30 |
      | query.time-zone-keeps-the-moment          | tsv    | text/tab-separated-values; header=present | America/New_York | 1969-12-31T18:30:00-05:00 | 2024-01-15T18:30:00-05:00 | 2024-07-14T22:45:00.250-04:00 |
      | query.time-zone-keeps-the-moment          | txt    | text/plain; header=present                | -03:30           | 1969-12-31T20:00:00-03:30 | 2024-01-15T20:00:00-03:30 | 2024-07-14T23:15:00.250-03:30 |
      | query.time-zone-keeps-the-moment          | txt    | text/plain; header=present                | America/New_York | 1969-12-31T18:30:00-05:00 | 2024-01-15T18:30:00-05:00 | 2024-07-14T22:45:00.250-04:00 |
      | query.time-zone-keeps-the-moment-in-md    | md     | text/markdown                             | -03:30           | 1969-12-31T20:00:00-03:30 | 2024-01-15T20:00:00-03:30 | 2024-07-14T23:15:00.250-03:30 |
      | query.time-zone-keeps-the-moment-in-md    | md     | text/markdown                             | America/New_York | 1969-12-31T18:30:00-05:00 | 2024-01-15T18:30:00-05:00 | 2024-07-14T22:45:00.250-04:00 |
      | query.time-zone-keeps-the-moment-in-cbor  | cbor   | application/cbor                          | -03:30           | 1969-12-31T20:00:00-03:30 | 2024-01-15T20:00:00-03:30 | 2024-07-14T23:15:00.250-03:30 |
      | query.time-zone-keeps-the-moment-in-cbor  | cbor   | application/cbor                          | America/New_York | 1969-12-31T18:30:00-05:00 | 2024-01-15T18:30:00-05:00 | 2024-07-14T22:45:00.250-04:00 |
      | query.time-zone-keeps-the-moment-in-smile | smile  | application/smile                         | -03:30           | 1969-12-31T20:00:00-03:30 | 2024-01-15T20:00:00-03:30 | 2024-07-14T23:15:00.250-03:30 |
      | query.time-zone-keeps-the-moment-in-smile | smile  | application/smile                         | America/New_York | 1969-12-31T18:30:00-05:00 | 2024-01-15T18:30:00-05:00 | 2024-07-14T22:45:00.250-04:00 |
      | query.time-zone-keeps-the-moment-in-arrow | arrow  | application/vnd.apache.arrow.stream       | -03:30           | 1969-12-31T20:00:00-03:30 | 2024-01-15T20:00:00-03:30 | 2024-07-14T23:15:00.250-03:30 |
      | query.time-zone-keeps-the-moment-in-arrow | arrow  | application/vnd.apache.arrow.stream       | America/New_York | 1969-12-31T18:30:00-05:00 | 2024-01-15T18:30:00-05:00 | 2024-07-14T22:45:00.250-04:00 |

  @query.time-zone-per-format
  Scenario Outline: The zone of the dates in <format>
    Given an index "trips" with:
      """
      { "mappings": { "properties": { "left": { "type": "date" } } } }
      """
    And these documents in "trips":
      | _id | left                 |
      | a   | 2024-01-15T23:30:00Z |
    When the client queries in <format> with:
      """
      { "query": "FROM $trips | KEEP left | LIMIT 10", "time_zone": "Europe/Paris" }
      """
    Then it is recorded what the rows are

    Examples:
      | format |
      | csv    |
      | tsv    |
      | txt    |
      | md     |
      | cbor   |
      | smile  |
      | arrow  |
