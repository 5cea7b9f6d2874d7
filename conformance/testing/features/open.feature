Feature: What is left open

  @search.silent-cut
  Scenario: no answer is no observation
    When the client asks for "/_cut"

  @search.silent-precondition
  Scenario: what could not begin is no observation
    Given there are 5 hits in "books" already
    When the client asks for "/"

  @search.refused
  Scenario: a server error that names a reason refuses
    When the client asks for "/_fail"
    Then the request is refused

  @search.crash
  Scenario: a server error that names none
    When the client asks for "/_crash"
