Feature: Needs of single scenarios

  @search.paged
  Scenario: a scenario that needs nothing
    Given an index "books" with the document "1"
    When the client searches "books"
    Then there are 1 hits

  @search.paged
  Scenario: a scenario that uses what a profile may leave out
    Given an index "books" with the document "1"
    When the client opens a point in time over "books"

  @search.timed
  Scenario: a scenario without a hook
    Given an index "books" with the document "1"
    When the client searches "books"
    Then there are 1 hits

  @search.timed
  Scenario: a scenario whose hook a profile may lack
    When time passes
