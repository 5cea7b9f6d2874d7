Feature: Query DSL objects
  The objects range, term, terms and match, tested by the documents that they find.

  Scenario Outline: A range over <bounds> finds <hits>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | pages |
      | a   | 9     |
      | b   | 10    |
      | c   | 11    |
      | d   | 100   |
      | e   | 101   |
    When the client searches "books" with:
      """
      { "query": { "range": { "pages": <bounds> } } }
      """
    Then the hits are "<hits>" in any order

    Examples:
      | clause                   | bounds                    | hits       |
      | search.range-gte         | { "gte": 10 }             | b, c, d, e |
      | search.range-lte         | { "lte": 100 }            | a, b, c, d |
      | search.range-both-bounds | { "gte": 10, "lte": 100 } | b, c, d    |
      | search.range-both-bounds | { "gte": 11, "lte": 11 }  | c          |

  Scenario Outline: A range over dates <bounds> finds <hits>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "bought": { "type": "date" } } } }
      """
    And these documents in "books":
      | _id | bought               |
      | a   | 2024-05-01T09:59:59Z |
      | b   | 2024-05-01T10:00:00Z |
      | c   | 2024-05-01T10:00:01Z |
    When the client searches "books" with:
      """
      { "query": { "range": { "bought": <bounds> } } }
      """
    Then the hits are "<hits>" in any order

    Examples:
      | clause           | bounds                            | hits |
      | search.range-gte | { "gte": "2024-05-01T10:00:00Z" } | b, c |
      | search.range-lte | { "lte": "2024-05-01T10:00:00Z" } | a, b |
      | search.range-both-bounds | { "gte": "2024-05-01T15:45:00+05:45", "lte": "2024-05-01T06:30:00-03:30" } | b |

  Scenario Outline: A range over dates with nanoseconds <bounds> finds <hits>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "bought": { "type": "date_nanos" } } } }
      """
    And these documents in "books":
      | _id | bought                         |
      | a   | 2024-05-01T10:00:00.123456788Z |
      | b   | 2024-05-01T10:00:00.123456789Z |
      | c   | 2024-05-01T10:00:00.123456790Z |
    When the client searches "books" with:
      """
      { "query": { "range": { "bought": <bounds> } } }
      """
    Then the hits are "<hits>" in any order

    Examples:
      | clause                   | bounds                                                                               | hits |
      | search.range-gte         | { "gte": "2024-05-01T10:00:00.123456789Z" }                                          | b, c |
      | search.range-lte         | { "lte": "2024-05-01T10:00:00.123456789Z" }                                          | a, b |
      | search.range-both-bounds | { "gte": "2024-05-01T10:00:00.123456789Z", "lte": "2024-05-01T10:00:00.123456789Z" } | b    |

  @search.term-exact
  Scenario: A term finds the keyword that is exactly the given value
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | shelf       |
      | a   | north wall  |
      | b   | north       |
      | c   | North wall  |
      | d   | north walls |
    When the client searches "books" with:
      """
      { "query": { "term": { "shelf": "north wall" } } }
      """
    Then the hits are "a" in any order

  @search.term-on-number
  Scenario: A term finds a number
    Given an index "books" with:
      """
      { "mappings": { "properties": { "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | pages    |
      | a   | 7        |
      | b   | 70       |
      | c   | [ 8, 7 ] |
      | d   | -7       |
    When the client searches "books" with:
      """
      { "query": { "term": { "pages": 7 } } }
      """
    Then the hits are "a, c" in any order

  Scenario Outline: The number <number> is found by <query>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "pages": { "type": "integer" } } } }
      """
    And these documents in "books":
      | _id | pages |
      | a   | 0     |
      | b   | -1    |
      | c   | 1     |
      | d   |       |
      | e   | 2500  |
    When the client searches "books" with:
      """
      { "query": { <query> } }
      """
    Then the hits are "<hits>" in any order

    Examples:
      | clause                   | number | query                                              | hits    |
      | search.term-on-number    | 0      | "term": { "pages": 0 }                             | a       |
      | search.term-on-number    | 2500   | "term": { "pages": 2500 }                          | e       |
      | search.terms-any-of      | 0      | "terms": { "pages": [0] }                          | a       |
      | search.terms-any-of      | -1     | "terms": { "pages": [-1, 0] }                      | a, b    |
      | search.range-gte         | 0      | "range": { "pages": { "gte": 0 } }                 | a, c, e |
      | search.range-lte         | 0      | "range": { "pages": { "lte": 0 } }                 | a, b    |
      | search.range-both-bounds | 0      | "range": { "pages": { "gte": 0, "lte": 0 } }       | a       |
      | search.range-both-bounds | 2500   | "range": { "pages": { "gte": 2500, "lte": 2500 } } | e       |
      | search.range-both-bounds | -1     | "range": { "pages": { "lte": 0, "gte": -1 } }      | a, b    |
      | search.range-both-bounds | 1      | "range": { "pages": { "lte": 1, "gte": 1 } }       | c       |

  Scenario Outline: The keyword <text> is found by <query>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | shelf             |
      | a   | ""                |
      | b   | "the \"old\" one" |
      | c   | "c:\\\\north"     |
      | d   | " Köln 東京 "       |
      | e   |                   |
      | f   | the old one       |
    When the client searches "books" with:
      """
      { "query": { <query> } }
      """
    Then the hits are "<hits>" in any order

    Examples:
      | clause              | text               | query                                                  | hits |
      | search.term-exact   | without letters    | "term": { "shelf": "" }                                | a    |
      | search.term-exact   | with quotes        | "term": { "shelf": "the \\"old\\" one" }               | b    |
      | search.term-exact   | with a backslash   | "term": { "shelf": "c:\\\\north" }                     | c    |
      | search.term-exact   | with other letters | "term": { "shelf": " Köln 東京 " }                       | d    |
      | search.terms-any-of | without letters    | "terms": { "shelf": ["", "east"] }                     | a    |
      | search.terms-any-of | with quotes        | "terms": { "shelf": ["the \\"old\\" one", " Köln 東京 "] } | b, d |

  @search.terms-any-of
  Scenario Outline: A list of <number> terms finds every document that contains one of them
    Given an index "books" with:
      """
      { "mappings": { "properties": { "n": { "type": "integer" } } } }
      """
    And 9 numbered documents in "books"
    And the client searches "books" for the numbers from <first> to <last>
    And the response is a success
    Then the hits are "<hits>" in any order

    Examples:
      | number | first | last | hits          |
      | 2996   | 5     | 3000 | 5, 6, 7, 8, 9 |
      | 2995   | -2990 | 4    | 1, 2, 3, 4    |

  @search.term-on-number
  Scenario: A term finds a number with a fraction
    Given an index "books" with:
      """
      { "mappings": { "properties": { "price": { "type": "double" } } } }
      """
    And these documents in "books":
      | _id | price |
      | a   | 7.5   |
      | b   | 7     |
      | c   | 75    |
      | d   | 0.5   |
    When the client searches "books" with:
      """
      { "query": { "range": { "price": { "gte": 0.5, "lte": 7.25 } } } }
      """
    Then the hits are "b, d" in any order
    When the client searches "books" with:
      """
      { "query": { "term": { "price": 7.5 } } }
      """
    Then the hits are "a"

  @search.term-on-number
  Scenario: A term distinguishes numbers with many digits
    Given an index "books" with:
      """
      { "mappings": { "properties": { "number": { "type": "long" } } } }
      """
    And these documents in "books":
      | _id | number           |
      | a   | 9007199254740992 |
      | b   | 9007199254740993 |
      | c   | 9007199254740994 |
    When the client searches "books" with:
      """
      { "query": { "term": { "number": 9007199254740993 } } }
      """
    Then the hits are "b"

  @search.terms-any-of
  Scenario: A list of terms finds documents that contain at least one of them
    Given an index "books" with:
      """
      { "mappings": { "properties": { "shelf": { "type": "keyword" } } } }
      """
    And these documents in "books":
      | _id | shelf               |
      | a   | north               |
      | b   | south               |
      | c   | [ "east", "south" ] |
      | d   | west                |
    When the client searches "books" with:
      """
      { "query": { "terms": { "shelf": ["north", "south", "attic"] } } }
      """
    Then the hits are "a, b, c" in any order
    When the client searches "books" with:
      """
      { "query": { "terms": { "shelf": [] } } }
      """
    Then the request is refused or has no hits

  Scenario Outline: A match of two words with the operator <operator> finds <hits>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "text" } } } }
      """
    And these documents in "books":
      | _id | title              |
      | a   | the house in paris |
      | b   | house of mirth     |
      | c   | tales of paris     |
      | d   | orlando            |
    When the client searches "books" with:
      """
      { "query": { "match": { "title": { "query": "paris house", "operator": "<operator>" } } } }
      """
    Then the hits are "<hits>" in any order

    Examples:
      | clause                    | operator | hits    |
      | search.match-operator-and | and      | a       |
      | search.match-operator-or  | or       | a, b, c |

  Scenario Outline: A match of eleven words with the operator <operator> finds <hits>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "text" } } } }
      """
    And these documents in "books":
      | _id | title                                                                      |
      | a   | snow river garden wind cloud stone field lamp paper salt                   |
      | b   | river garden wind cloud stone field lamp paper salt light                  |
      | c   | light snow garden river salt paper lamp field stone cloud wind             |
      | d   | snow river garden wind cloud field lamp paper salt light                   |
      | e   | snow river garden wind cloud stone field lamp salt light                   |
      | f   | light                                                                      |
      | g   | orlando                                                                    |
    When the client searches "books" with:
      """
      { "query": { "match": { "title": { "query": "snow river garden wind cloud stone field lamp paper salt light", "operator": "<operator>" } } } }
      """
    Then the hits are "<hits>" in any order

    Examples:
      | clause                    | operator | hits             |
      | search.match-operator-and | and      | c                |
      | search.match-operator-or  | or       | a, b, c, d, e, f |

  Scenario Outline: A match of <words> with the operator <operator> finds <hits>
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "text" } } } }
      """
    And these documents in "books":
      | _id | title                |
      | a   | the "old" königshaus |
      | b   | an "old" house       |
      | c   | königshaus           |
    When the client searches "books" with:
      """
      { "query": { "match": { "title": { "query": "<words>", "operator": "<operator>" } } } }
      """
    Then the hits are "<hits>" in any order

    Examples:
      | clause                    | operator | words                | hits    |
      | search.match-operator-and | and      | \\"old\\" königshaus | a       |
      | search.match-operator-and | and      | house an house       | b       |
      | search.match-operator-or  | or       | \\"old\\" königshaus | a, b, c |

  @search.match-operator-default
  Scenario: The default operator of a match
    Given an index "books" with:
      """
      { "mappings": { "properties": { "title": { "type": "text" } } } }
      """
    And these documents in "books":
      | _id | title              |
      | a   | the house in paris |
      | b   | house of mirth     |
    When the client searches "books" with:
      """
      { "query": { "match": { "title": { "query": "paris house" } } } }
      """
    Then it is recorded how many hits there are
