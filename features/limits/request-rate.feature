Feature: Limits, the rate of requests
  The other rows of the table of limits are judged in the chapters that they belong to.

  @limits.request-rate @global
  Scenario: two hundred searches, one right after the other
    Given an index "books"
    When the client searches "books" 200 times in a row
    Then it is recorded how many requests were refused
