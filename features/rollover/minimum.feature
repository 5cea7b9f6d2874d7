Feature: Rollover action: the conditions that prevent a rollover
  If one of them is not met, no condition triggers a rollover.

  # A server need not take zero as a condition.
  Scenario Outline: With <unmet> unmet, no number of documents triggers a rollover of an index with three
    Given indices of 3 documents behind these aliases, rolled over on:
      | alias | conditions                           |
      | docs  | {"max_docs":3,<unmet>}               |
      | shard | {"max_primary_shard_docs":3,<unmet>} |
    When the policies run
    Then of the aliases "docs, shard", these have been rolled over: ""

    Examples:
      | clause                                 | unmet                            |
      | rollover.min-age-blocks                | "min_age":"1d"                   |
      | rollover.min-docs-blocks               | "min_docs":4                     |
      | rollover.min-size-blocks               | "min_size":"100gb"               |
      | rollover.min-primary-shard-size-blocks | "min_primary_shard_size":"100gb" |
      | rollover.min-primary-shard-docs-blocks | "min_primary_shard_docs":4       |

  Scenario Outline: With <unmet> unmet, neither age nor size triggers a rollover of an index with three documents
    Given indices of 3 documents behind these aliases, rolled over on:
      | alias | conditions                               |
      | age   | {"max_age":"0d",<unmet>}                 |
      | size  | {"max_size":"0gb",<unmet>}               |
      | bytes | {"max_primary_shard_size":"0gb",<unmet>} |
    When the policies run
    Then of the aliases "age, size, bytes", these have been rolled over: ""

    Examples:
      | clause                                 | unmet                            |
      | rollover.min-age-blocks                | "min_age":"1d"                   |
      | rollover.min-docs-blocks               | "min_docs":4                     |
      | rollover.min-size-blocks               | "min_size":"100gb"               |
      | rollover.min-primary-shard-size-blocks | "min_primary_shard_size":"100gb" |
      | rollover.min-primary-shard-docs-blocks | "min_primary_shard_docs":4       |

  Scenario Outline: With <met> met, the number of documents triggers a rollover of an index with three
    Given indices of 3 documents behind these aliases, rolled over on:
      | alias | conditions                         |
      | docs  | {"max_docs":3,<met>}               |
      | shard | {"max_primary_shard_docs":3,<met>} |
    When the policies run
    Then of the aliases "docs, shard", these have been rolled over: "docs, shard"

    Examples:
      | clause                                    | met                            |
      | rollover.min-docs-lets-pass               | "min_docs":3                   |
      | rollover.min-primary-shard-docs-lets-pass | "min_primary_shard_docs":3     |
      | rollover.min-size-lets-pass               | "min_size":"0gb"               |
      | rollover.min-primary-shard-size-lets-pass | "min_primary_shard_size":"0gb" |
      | rollover.min-age-lets-pass                | "min_age":"0d"                 |

  Scenario Outline: With <met> met, age and size trigger a rollover of an index with three documents
    Given indices of 3 documents behind these aliases, rolled over on:
      | alias | conditions                             |
      | age   | {"max_age":"0d",<met>}                 |
      | size  | {"max_size":"0gb",<met>}               |
      | bytes | {"max_primary_shard_size":"0gb",<met>} |
    When the policies run
    Then of the aliases "age, size, bytes", these have been rolled over: "age, size, bytes"

    Examples:
      | clause                                    | met                            |
      | rollover.min-docs-lets-pass               | "min_docs":3                   |
      | rollover.min-primary-shard-docs-lets-pass | "min_primary_shard_docs":3     |
      | rollover.min-size-lets-pass               | "min_size":"0gb"               |
      | rollover.min-primary-shard-size-lets-pass | "min_primary_shard_size":"0gb" |
      | rollover.min-age-lets-pass                | "min_age":"0d"                 |

  @rollover.no-max-met-waits
  Scenario Outline: With only <met> met, an index with three documents is not rolled over
    Given indices of 3 documents behind these aliases, rolled over on:
      | alias | conditions                                 |
      | age   | {"max_age":"1d",<met>}                     |
      | docs  | {"max_docs":4,<met>}                       |
      | size  | {"max_size":"100gb",<met>}                 |
      | bytes | {"max_primary_shard_size":"100gb",<met>}   |
      | shard | {"max_primary_shard_docs":4,<met>}         |
    When the policies run
    Then of the aliases "age, docs, size, bytes, shard", these have been rolled over: ""

    Examples:
      | met                            |
      | "min_docs":3                   |
      | "min_primary_shard_docs":3     |
      | "min_size":"0gb"               |
      | "min_primary_shard_size":"0gb" |
      | "min_age":"0d"                 |

  Scenario Outline: A rollover that <condition> prevented happens with <then docs> documents in <then bytes>
    Given a policy "daily" that rolls over on <conditions>
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And 1 numbered document in "logs-000001"
    And the primary shards of "logs-000001" hold:
      | shard | docs   | bytes   |
      | 0     | <docs> | <bytes> |
    When the policies run
    Then "logs" has not been rolled over
    Given the primary shards of "logs-000001" hold:
      | shard | docs        | bytes        |
      | 0     | <then docs> | <then bytes> |
    When the policies run
    Then "logs" has been rolled over

    Examples:
      | clause                                                                            | condition              | conditions                                      | docs | bytes     | then docs | then bytes |
      | rollover.min-docs-lets-pass, rollover.min-docs-blocks                             | min_docs               | {"max_docs":1,"min_docs":50000}               | 49999 | 1mb       | 50000     | 1mb        |
      | rollover.min-size-lets-pass, rollover.min-size-blocks                             | min_size               | {"max_docs":1,"min_size":"1gb"}               | 10   | 999999999 | 10        | 1gb        |
      | rollover.min-primary-shard-size-lets-pass, rollover.min-primary-shard-size-blocks | min_primary_shard_size | {"max_docs":1,"min_primary_shard_size":"1gb"} | 10   | 999999999 | 10        | 1gb        |
      | rollover.min-primary-shard-docs-lets-pass, rollover.min-primary-shard-docs-blocks | min_primary_shard_docs | {"max_docs":1,"min_primary_shard_docs":50000} | 49999 | 1mb       | 50000     | 1mb        |

  @rollover.min-age-lets-pass
  Scenario: A rollover that min_age prevented happens once the index is old enough
    Given a policy "daily" that rolls over on {"max_docs":1,"min_age":"1d"}
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And 2 numbered documents in "logs-000001"
    When "23h" passes
    And the policies run
    Then "logs" has not been rolled over
    When "1h" passes
    And the policies run
    Then "logs" has been rolled over

  @rollover.min-age-ignores-origination-date
  Scenario Outline: A young index is not rolled over, even if <whose> contains an earlier origin
    Given a policy "daily" that rolls over on {"max_docs":1,"min_age":"1d"}
    And the unused name "logs"
    And an index "<index>" with:
      """json
      { "settings": { "index.number_of_replicas": 0, "index.lifecycle.name": "$daily",
          "index.lifecycle.rollover_alias": "$logs", <setting> },
        "aliases": { "$logs": { "is_write_index": true } } }
      """
    And writes to "logs" go to "<index>"
    And 1 numbered document in "<index>"
    When the policies run
    Then "logs" has not been rolled over

    Examples:
      | whose          | index                  | setting                                           |
      | a setting      | logs-000001            | "index.lifecycle.origination_date": 1476057600000 |
      | a setting of 0 | logs-000001            | "index.lifecycle.origination_date": 0             |
      | the name       | logs-2016.10.10-000001 | "index.lifecycle.parse_origination_date": true    |

  @rollover.min-age-lets-pass
  Scenario: An index that is old enough is rolled over, even if a setting contains an earlier origin
    Given a policy "daily" that rolls over on {"max_docs":1,"min_age":"1d"}
    And the unused name "logs"
    And an index "logs-000001" with:
      """json
      { "settings": { "index.number_of_replicas": 0, "index.lifecycle.name": "$daily",
          "index.lifecycle.rollover_alias": "$logs", "index.lifecycle.origination_date": 1476057600000 },
        "aliases": { "$logs": { "is_write_index": true } } }
      """
    And writes to "logs" go to "logs-000001"
    And 1 numbered document in "logs-000001"
    When "1d" passes
    And the policies run
    Then "logs" has been rolled over

  Scenario Outline: <conditions> prevents a rollover of two primaries of 10 documents and 600mb each
    Given a policy "daily" that rolls over on <conditions>
    And the unused name "logs"
    And an index "logs-000001" with:
      """json
      { "settings": { "index.number_of_shards": 2, "index.number_of_replicas": 0, "index.lifecycle.name": "$daily",
          "index.lifecycle.rollover_alias": "$logs" },
        "aliases": { "$logs": { "is_write_index": true } } }
      """
    And writes to "logs" go to "logs-000001"
    And 2 numbered documents in "logs-000001"
    And the primary shards of "logs-000001" hold:
      | shard | docs | bytes |
      | 0     | 10   | 600mb |
      | 1     | 10   | 600mb |
    When the policies run
    Then "logs" has not been rolled over

    Examples:
      | clause                                 | conditions                                      |
      | rollover.min-primary-shard-size-blocks | {"max_docs":1,"min_primary_shard_size":"1gb"} |
      | rollover.min-primary-shard-docs-blocks | {"max_docs":1,"min_primary_shard_docs":20}    |
      | rollover.min-docs-blocks               | {"max_docs":1,"min_docs":2500}                |
      | rollover.min-primary-shard-docs-blocks | {"max_docs":1,"min_primary_shard_docs":2500}  |

  @rollover.any-max-suffices
  Scenario: Any one of five triggering conditions is enough
    Given indices of 3 documents behind these aliases, rolled over on:
      | alias | conditions                                                                                                   |
      | age   | {"max_age":"0d","max_docs":4,"max_size":"100gb","max_primary_shard_size":"100gb","max_primary_shard_docs":4} |
      | none  | {"max_age":"1d","max_docs":4,"max_size":"100gb","max_primary_shard_size":"100gb","max_primary_shard_docs":4} |
      | docs  | {"max_age":"1d","max_docs":3,"max_size":"100gb","max_primary_shard_size":"100gb","max_primary_shard_docs":4} |
      | size  | {"max_age":"1d","max_docs":4,"max_size":"0gb","max_primary_shard_size":"100gb","max_primary_shard_docs":4}   |
      | bytes | {"max_age":"1d","max_docs":4,"max_size":"100gb","max_primary_shard_size":"0gb","max_primary_shard_docs":4}   |
      | shard | {"max_age":"1d","max_docs":4,"max_size":"100gb","max_primary_shard_size":"100gb","max_primary_shard_docs":3} |
      | all   | {"max_age":"0d","max_docs":3,"max_size":"0gb","max_primary_shard_size":"0gb","max_primary_shard_docs":3}     |
    When the policies run
    Then of the aliases "age, docs, size, bytes, shard, none, all", these have been rolled over: "age, docs, size, bytes, shard, all"

  @rollover.all-min-required
  Scenario: Any one of five preventing conditions is enough
    Given indices of 3 documents behind these aliases, rolled over on:
      | alias | conditions                                                                                                                                          |
      | age   | {"max_docs":3,"max_age":"0d","max_size":"0gb","min_age":"1d","min_docs":3,"min_size":"0gb","min_primary_shard_size":"0gb","min_primary_shard_docs":3}   |
      | none  | {"max_docs":3,"max_age":"0d","max_size":"0gb","min_age":"0d","min_docs":3,"min_size":"0gb","min_primary_shard_size":"0gb","min_primary_shard_docs":3}   |
      | docs  | {"max_docs":3,"max_age":"0d","max_size":"0gb","min_age":"0d","min_docs":4,"min_size":"0gb","min_primary_shard_size":"0gb","min_primary_shard_docs":3}   |
      | size  | {"max_docs":3,"max_age":"0d","max_size":"0gb","min_age":"0d","min_docs":3,"min_size":"100gb","min_primary_shard_size":"0gb","min_primary_shard_docs":3} |
      | bytes | {"max_docs":3,"max_age":"0d","max_size":"0gb","min_age":"0d","min_docs":3,"min_size":"0gb","min_primary_shard_size":"100gb","min_primary_shard_docs":3} |
      | shard | {"max_docs":3,"max_age":"0d","max_size":"0gb","min_age":"0d","min_docs":3,"min_size":"0gb","min_primary_shard_size":"0gb","min_primary_shard_docs":4}   |
    When the policies run
    Then of the aliases "age, docs, size, bytes, shard, none", these have been rolled over: "none"
