Feature: Limits: the request rate
  The other rows of the limits table are judged in their own chapters.

  @limits.request-rate @global
  Scenario: Two hundred searches in direct succession
    Given an index "books"
    When the client searches "books" 200 times in a row
    Then it is recorded how many requests were refused
