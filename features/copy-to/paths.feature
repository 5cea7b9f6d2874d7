Feature: copy_to with a target inside an object or a nested field (rule 6)
  Such a target is named by its full path, `parent.child`; the last part alone names a field at the root.

  @copy-to.full-path-object
  Scenario: The full path of a child of an object receives the value
    Given an index "people" with:
      """json
      {
        "mappings": {
          "properties": {
            "nick": { "type": "text", "copy_to": "person.names" },
            "person": { "properties": { "names": { "type": "text" } } }
          }
        }
      }
      """
    And these documents in "people":
      | _id | nick    | person               |
      | 1   | ginia   |                      |
      | 2   | leonard | {"names": "leonard"} |
    When the client searches "people" with:
      """json
      { "query": { "match": { "person.names": { "query": "ginia" } } } }
      """
    Then the hits are "1"

  @copy-to.full-path-object
  Scenario: With `dynamic` strict, the full path of a child of an object receives the value
    Given an index "people" with:
      """json
      {
        "mappings": {
          "dynamic": "strict",
          "properties": {
            "nick": { "type": "text", "copy_to": "person.names" },
            "person": { "properties": { "names": { "type": "text" } } }
          }
        }
      }
      """
    When the client indexes the document "1" in "people":
      """json
      { "nick": "ginia" }
      """
    Then the response is a success
    And the documents of "people" are visible
    And the client searches "people" with:
      """json
      { "query": { "match": { "person.names": { "query": "ginia" } } } }
      """
    And the hits are "1"

  @copy-to.full-path-object
  Scenario: The full path works inside the same object, too
    Given an index "people" with:
      """json
      {
        "mappings": {
          "properties": {
            "person": {
              "properties": {
                "nick": { "type": "text", "copy_to": "person.names" },
                "names": { "type": "text" }
              }
            }
          }
        }
      }
      """
    And these documents in "people":
      | _id | person              |
      | 1   | {"nick": "ginia"}   |
      | 2   | {"nick": "leonard"} |
    When the client searches "people" with:
      """json
      { "query": { "match": { "person.names": { "query": "ginia" } } } }
      """
    Then the hits are "1"

  @copy-to.full-path-nested-value
  Scenario: A field of a nested object is copied to its sibling by the full path
    Given an index "people" with:
      """json
      {
        "mappings": {
          "properties": {
            "persons": {
              "type": "nested",
              "properties": {
                "nick": { "type": "text", "copy_to": "persons.names" },
                "names": { "type": "text" }
              }
            }
          }
        }
      }
      """
    And these documents in "people":
      | _id | persons               |
      | 1   | [{"nick": "ginia"}]   |
      | 2   | [{"nick": "leonard"}] |
    And the client searches "people" with:
      """json
      { "query": { "nested": { "path": "persons", "query": { "match": { "persons.nick": { "query": "ginia" } } } } } }
      """
    And the hits are "1"
    When the client searches "people" with:
      """json
      { "query": { "nested": { "path": "persons", "query": { "match": { "persons.names": { "query": "ginia" } } } } } }
      """
    Then the hits are "1"

  @copy-to.full-path-nested-value
  Scenario: A field of each of several nested objects is copied to its sibling
    Given an index "people" with:
      """json
      {
        "mappings": {
          "properties": {
            "persons": {
              "type": "nested",
              "properties": {
                "nick": { "type": "text", "copy_to": "persons.names" },
                "names": { "type": "text" }
              }
            }
          }
        }
      }
      """
    And these documents in "people":
      | _id | persons                                    |
      | 1   | [{"nick": "ginia"}, {"nick": "goat"}]      |
      | 2   | [{"nick": "leonard"}, {"nick": "ginia"}]   |
      | 3   | [{"nick": "leonard"}, {"names": "ginia"}]  |
    When the client searches "people" with:
      """json
      { "query": { "nested": { "path": "persons", "query": { "match": { "persons.names": { "query": "ginia" } } } } } }
      """
    Then the hits are "1, 2, 3" in any order
    And the client searches "people" with:
      """json
      { "query": { "nested": { "path": "persons", "query": { "match": { "persons.names": { "query": "goat leonard" } } } } } }
      """
    And the hits are "1, 2, 3" in any order

  @copy-to.full-path-nested
  Scenario: With `dynamic` strict, a field of a nested object can name its sibling by the full path
    Given the unused name "people"
    When the client creates the index "people" with:
      """json
      {
        "mappings": {
          "dynamic": "strict",
          "properties": {
            "code": { "type": "keyword" },
            "persons": {
              "type": "nested",
              "properties": {
                "nick": { "type": "text", "copy_to": "persons.names" },
                "names": { "type": "text" }
              }
            }
          }
        }
      }
      """
    And the client indexes the document "1" in "people":
      """json
      { "code": "x", "persons": [{ "nick": "ginia" }] }
      """
    Then none of the requests is refused
    And the documents of "people" are visible
    And the client searches "people" with:
      """json
      { "query": { "term": { "code": "x" } } }
      """
    And the hits are "1"

  Rule: The last part of the path alone

    Background:
      Given an index "people" with:
        """json
        {
          "mappings": {
            "properties": {
              "age": { "type": "integer", "copy_to": "ages" },
              "person": { "properties": { "ages": { "type": "integer" } } }
            }
          }
        }
        """
      And these documents in "people":
        | _id | age | person      |
        | 1   | 7   |             |
        | 2   |     | {"ages": 7} |

    @copy-to.short-name-is-root-field
    Scenario: A field at the root receives the value
      When the client searches "people" with:
        """json
        { "query": { "range": { "ages": { "gte": 7, "lte": 7 } } } }
        """
      Then the hits are "1"

    @copy-to.short-name-leaves-child-empty
    Scenario: The child does not receive the value
      When the client searches "people" with:
        """json
        { "query": { "range": { "person.ages": { "gte": 7, "lte": 7 } } } }
        """
      Then the hits are "2"

  Rule: The last part of the path alone, in a field inside the object

    @copy-to.short-name-inside-object
    Scenario Outline: The value is found at the root and not beside the source; the field at the root is <state>
      Given an index "people" with:
        """json
        {
          "mappings": {
            "properties": {
              <root>
              "person": {
                "properties": {
                  "age": { "type": "integer", "copy_to": "ages" },
                  "ages": { "type": "integer" }
                }
              }
            }
          }
        }
        """
      And these documents in "people":
        | _id | person             |
        | 1   | {"age": 7}  |
        | 2   | {"ages": 7} |
      When the client searches "people" with:
        """json
        { "query": { "range": { "ages": { "gte": 7, "lte": 7 } } } }
        """
      Then the hits are "1"
      And the client searches "people" with:
        """json
        { "query": { "range": { "person.ages": { "gte": 7, "lte": 7 } } } }
        """
      And the hits are "2"

      Examples:
        | state                   | root                           |
        | in the mapping          | "ages": { "type": "integer" }, |
        | absent from the mapping |                                |

    @copy-to.short-name-inside-nested
    Scenario: The value of a field inside a nested object is found at the root
      Given an index "people" with:
        """json
        {
          "mappings": {
            "properties": {
              "names": { "type": "text" },
              "persons": {
                "type": "nested",
                "properties": {
                  "nick": { "type": "text", "copy_to": "names" },
                  "names": { "type": "text" }
                }
              }
            }
          }
        }
        """
      And these documents in "people":
        | _id | persons                |
        | 1   | [{"nick": "ginia"}]    |
        | 2   | [{"names": "ginia"}]   |
      When the client searches "people" with:
        """json
        { "query": { "match": { "names": { "query": "ginia" } } } }
        """
      Then the hits are "1"

  Rule: The last part of the path alone, with `dynamic` strict

    @copy-to.short-name-strict-object
    Scenario: For a child of an object, the mapping or the document is refused
      Given an index "plain" with:
        """json
        { "mappings": { "dynamic": "strict", "properties": { "nick": { "type": "text" } } } }
        """
      And these documents in "plain":
        | _id | nick  |
        | 1   | ginia |
        | 2   | jane  |
      And the unused name "people"
      When the client creates the index "people" with:
        """json
        {
          "mappings": {
            "dynamic": "strict",
            "properties": {
              "nick": { "type": "text", "copy_to": "names" },
              "person": { "properties": { "names": { "type": "text" } } }
            }
          }
        }
        """
      And the client indexes the document "1" in "people":
        """json
        { "nick": "ginia" }
        """
      Then one of the requests is refused

    @copy-to.short-name-strict-object
    Scenario: For a child of the same object, the mapping or the document is refused
      Given an index "notes"
      And 2 numbered documents in "notes"
      And the unused name "people"
      When the client creates the index "people" with:
        """json
        {
          "mappings": {
            "dynamic": "strict",
            "properties": {
              "person": {
                "properties": {
                  "nick": { "type": "text", "copy_to": "names" },
                  "names": { "type": "text" }
                }
              }
            }
          }
        }
        """
      And the client indexes the document "1" in "people":
        """json
        { "person": { "nick": "ginia" } }
        """
      Then one of the requests is refused

    @copy-to.short-name-strict-nested
    Scenario: For a child of a nested field, the mapping or the document is refused
      Given an index "plain" with:
        """json
        { "mappings": { "dynamic": "strict", "properties": { "nick": { "type": "text" } } } }
        """
      And these documents in "plain":
        | _id | nick  |
        | 1   | ginia |
        | 2   | jane  |
      And the unused name "people"
      When the client creates the index "people" with:
        """json
        {
          "mappings": {
            "dynamic": "strict",
            "properties": {
              "persons": {
                "type": "nested",
                "properties": {
                  "nick": { "type": "text", "copy_to": "names" },
                  "names": { "type": "text" }
                }
              }
            }
          }
        }
        """
      And the client indexes the document "1" in "people":
        """json
        { "persons": [{ "nick": "ginia" }] }
        """
      Then one of the requests is refused

    @copy-to.short-name-strict-exception-name
    Scenario: The error for a child of an object has the specified type
      Given the unused name "people"
      When the client creates the index "people" with:
        """json
        {
          "mappings": {
            "dynamic": "strict",
            "properties": {
              "nick": { "type": "text", "copy_to": "names" },
              "person": { "properties": { "names": { "type": "text" } } }
            }
          }
        }
        """
      And the client indexes the document "1" in "people":
        """json
        { "nick": "ginia" }
        """
      Then one of the requests is refused
      And the refusal names "strict_dynamic_mapping_exception"

    @copy-to.short-name-strict-nested-exception-name
    Scenario: The error for a child of a nested field has the specified type
      Given the unused name "people"
      When the client creates the index "people" with:
        """json
        {
          "mappings": {
            "dynamic": "strict",
            "properties": {
              "persons": {
                "type": "nested",
                "properties": {
                  "nick": { "type": "text", "copy_to": "names" },
                  "names": { "type": "text" }
                }
              }
            }
          }
        }
        """
      And the client indexes the document "1" in "people":
        """json
        { "persons": [{ "nick": "ginia" }] }
        """
      Then one of the requests is refused
      And the refusal names "strict_dynamic_mapping_exception"
