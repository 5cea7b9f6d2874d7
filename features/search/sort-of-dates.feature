Feature: Sort entries on dates
  The members format and numeric_type of a sort entry.

  @search.sort-format
  Scenario Outline: With a format, the sort values are date strings, in a search by <method>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "bought": { "type": "date" } } } }
      """
    And these documents in "books":
      | _id | bought                    |
      | a   | 2024-05-01T12:00:00+02:00 |
      | b   | 2024-05-01T10:00:00.250Z  |
      | c   | 1969-12-31T23:59:59.999Z  |
    When the client sends <method> "/$books/_search<options>" with:
      """
      { "sort": [{ "bought": { "order": "desc", "format": "strict_date_optional_time_nanos" } }] }
      """
    Then the hits are "b, a, c"
    And the sort values of the hits are the moments:
      | 2024-05-01T10:00:00.250Z |
      | 2024-05-01T10:00:00Z     |
      | 1969-12-31T23:59:59.999Z |

    Examples:
      | method | options    |
      | GET    |            |
      | POST   | ?scroll=1m |

  @search.sort-format
  Scenario Outline: The format of the <place> entry is that of its sort values
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "bought": { "type": "date" }, "sold": { "type": "date" } } } }
      """
    And these documents in "books":
      | _id | shelf | bought                   | sold                     |
      | a   | east  | 2024-05-01T10:00:00.250Z | 2024-06-01T10:00:00.125Z |
      | b   | east  | 1969-12-31T23:59:59.999Z | 2024-06-02T10:00:00.500Z |
    When the client searches "books" with:
      """
      { "sort": <sort> }
      """
    Then the hits are "b, a"
    And "hits.hits.0.sort.<at>" is the date "1969-12-31T23:59:59.999Z"
    And "hits.hits.1.sort.<at>" is the date "2024-05-01T10:00:00.250Z"

    Examples:
      | place  | at | sort                                                                                                              |
      | first  | 0  | [{ "bought": { "order": "asc", "format": "strict_date_optional_time_nanos" } }, { "shelf": "asc" }]               |
      | second | 1  | [{ "shelf": "asc" }, { "bought": { "format": "strict_date_optional_time_nanos", "order": "asc" } }]               |
      | third  | 2  | [{ "shelf": "asc" }, { "sold": "desc" }, { "bought": { "order": "asc", "format": "strict_date_optional_time_nanos" } }] |

  @search.sort-format-keeps-nanoseconds
  Scenario: The format includes the nanoseconds of a date_nanos field
    Given an index "books" with:
      """
      { "mappings": { "properties": { "bought": { "type": "date_nanos" } } } }
      """
    And these documents in "books":
      | _id | bought                         |
      | a   | 2024-05-01T10:00:00.123456789Z |
      | b   | 2024-05-01T10:00:00.000000001Z |
    When the client searches "books" with:
      """
      { "sort": [{ "bought": { "order": "desc", "format": "strict_date_optional_time_nanos" } }] }
      """
    Then the sort values of the hits are the moments:
      | 2024-05-01T10:00:00.123456789Z |
      | 2024-05-01T10:00:00.000000001Z |

  @search.sort-numeric-type-order
  Scenario: With numeric_type, dates of both resolutions are sorted by time
    Given the unused name "all"
    And an index "books" with:
      """
      { "mappings": { "properties": { "bought": { "type": "date" } } }, "aliases": { "$all": {} } }
      """
    And an index "papers" with:
      """
      { "mappings": { "properties": { "bought": { "type": "date_nanos" } } }, "aliases": { "$all": {} } }
      """
    And these documents in "books":
      | _id | bought                   |
      | b1  | 2024-05-01T10:00:00.124Z |
      | b2  | 2024-05-01T10:00:00.122Z |
    And these documents in "papers":
      | _id | bought                         |
      | p1  | 2024-05-01T10:00:00.123456789Z |
      | p2  | 2024-05-01T10:00:00.123456788Z |
      | p3  | 2024-05-01T10:00:00.121999999Z |
    When the client searches "all" with:
      """
      { "sort": [{ "bought": { "order": "asc", "numeric_type": "date_nanos" } }] }
      """
    Then the hits are "p3, b2, p2, p1, b1"

  @search.sort-numeric-type-order
  Scenario: With numeric_type in the second entry, dates of both resolutions that are equal in the first are sorted by time
    Given the unused name "all"
    And an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "bought": { "type": "date" } } }, "aliases": { "$all": {} } }
      """
    And an index "papers" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" }, "bought": { "type": "date_nanos" } } }, "aliases": { "$all": {} } }
      """
    And these documents in "books":
      | _id | shelf | bought                   |
      | b1  | east  | 2024-05-01T10:00:00.124Z |
      | b2  | east  | 2024-05-01T10:00:00.122Z |
    And these documents in "papers":
      | _id | shelf | bought                         |
      | p1  | east  | 2024-05-01T10:00:00.123456789Z |
      | p2  | east  | 2024-05-01T10:00:00.121999999Z |
      | p3  | west  | 2024-05-01T10:00:00.120000001Z |
    When the client searches "all" with:
      """
      { "sort": [{ "shelf": "asc" }, { "bought": { "order": "asc", "numeric_type": "date_nanos" } }] }
      """
    Then the hits are "p2, b2, p1, b1, p3"

  @search.sort-numeric-type-values
  Scenario: With numeric_type, a moment has the same sort value in both resolutions
    Given the unused name "all"
    And an index "books" with:
      """
      { "mappings": { "properties": { "bought": { "type": "date" } } }, "aliases": { "$all": {} } }
      """
    And an index "papers" with:
      """
      { "mappings": { "properties": { "bought": { "type": "date_nanos" } } }, "aliases": { "$all": {} } }
      """
    And these documents in "books":
      | _id | bought                   |
      | b   | 2024-05-01T10:00:00.123Z |
    And these documents in "papers":
      | _id | bought                   |
      | p   | 2024-05-01T10:00:00.123Z |
    When the client searches "all" with:
      """
      { "sort": [{ "bought": { "order": "asc", "numeric_type": "date_nanos" } }] }
      """
    Then there are 2 hits
    And the sort values of the hits are equal
