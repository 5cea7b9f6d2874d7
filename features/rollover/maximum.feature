Feature: Rollover action: the conditions that trigger a rollover
  Age, document count and size in bytes: of the whole index, or of its largest primary shard.

  Scenario Outline: An index of <count> documents <does> on <conditions>
    Given a policy "daily" that rolls over on <conditions>
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And <count> numbered documents in "logs-000001"
    When the policies run
    Then "logs" <does>

    Examples:
      | clause                                   | count | conditions                   | does                     |
      | rollover.max-docs-triggers               | 3     | {"max_docs":3}               | has been rolled over     |
      | rollover.max-docs-triggers               | 4     | {"max_docs":3}               | has been rolled over     |
      | rollover.max-docs-not-below              | 2     | {"max_docs":3}               | has not been rolled over |
      | rollover.max-primary-shard-docs-triggers | 3     | {"max_primary_shard_docs":3} | has been rolled over     |
      | rollover.max-age-triggers                | 3     | {"max_age":"0d"}             | has been rolled over     |
      | rollover.max-age-not-before              | 3     | {"max_age":"1d"}             | has not been rolled over |
      | rollover.max-age-not-before              | 3     | {"max_age":"30d"}            | has not been rolled over |

  Scenario Outline: An index with a primary of <bytes> bytes <does> on <conditions>
    Given a policy "daily" that rolls over on <conditions>
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And 1 numbered document in "logs-000001"
    And the primary shards of "logs-000001" hold:
      | shard | docs | bytes   |
      | 0     | 1    | <bytes> |
    When the policies run
    Then "logs" <does>

    Examples:
      | clause                                   | bytes      | conditions                        | does                     |
      | rollover.max-size-triggers               | 1073741824 | {"max_size":"1gb"}                | has been rolled over     |
      | rollover.max-size-triggers               | 100gb      | {"max_size":"50gb"}               | has been rolled over     |
      | rollover.max-size-not-below              | 999999999  | {"max_size":"1gb"}                | has not been rolled over |
      | rollover.max-primary-shard-size-triggers | 1073741824 | {"max_primary_shard_size":"1gb"}  | has been rolled over     |
      | rollover.max-primary-shard-size-triggers | 100gb      | {"max_primary_shard_size":"50gb"} | has been rolled over     |

  Scenario Outline: Two primaries of <docs> documents and 600mb each: the index <does> on <conditions>
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
      | shard | docs   | bytes |
      | 0     | <docs> | 600mb |
      | 1     | <docs> | 600mb |
    When the policies run
    Then "logs" <does>

    Examples:
      | clause                                    | docs | conditions                       | does                     |
      | rollover.max-size-sums-primaries          | 10   | {"max_size":"1gb"}               | has been rolled over     |
      | rollover.max-primary-shard-size-is-no-sum | 10   | {"max_primary_shard_size":"1gb"} | has not been rolled over |
      | rollover.max-primary-shard-docs-is-no-sum | 30000 | {"max_primary_shard_docs":60000} | has not been rolled over |
      | rollover.max-primary-shard-docs-is-no-sum | 30000 | {"max_primary_shard_docs":30001} | has not been rolled over |
      | rollover.max-docs-triggers                | 10   | {"max_docs":20}                  | has been rolled over     |
      | rollover.max-docs-not-below               | 10   | {"max_docs":21}                  | has not been rolled over |
      | rollover.max-size-not-below               | 10   | {"max_size":"2gb"}               | has not been rolled over |
      | rollover.min-docs-lets-pass               | 10   | {"max_docs":1,"min_docs":20}     | has been rolled over     |
      | rollover.min-docs-blocks                  | 10   | {"max_docs":1,"min_docs":21}     | has not been rolled over |
      | rollover.min-size-lets-pass               | 10   | {"max_docs":1,"min_size":"1gb"}  | has been rolled over     |
      | rollover.min-size-blocks                  | 10   | {"max_docs":1,"min_size":"2gb"}  | has not been rolled over |

  Scenario Outline: Primaries of <one> and <other>: the larger one counts for <conditions>
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
      | shard | docs | bytes   |
      | 0     | 10   | <one>   |
      | 1     | 10   | <other> |
    When the policies run
    Then "logs" has been rolled over

    Examples:
      | clause                                    | one | other | conditions                                      |
      | rollover.max-primary-shard-size-triggers  | 1mb | 1gb   | {"max_primary_shard_size":"1gb"}                |
      | rollover.max-primary-shard-size-triggers  | 1gb | 1mb   | {"max_primary_shard_size":"1gb"}                |
      | rollover.min-primary-shard-size-lets-pass | 1mb | 1gb   | {"max_docs":1,"min_primary_shard_size":"1gb"} |
      | rollover.min-primary-shard-size-lets-pass | 1gb | 1mb   | {"max_docs":1,"min_primary_shard_size":"1gb"} |

  Scenario Outline: Two of three documents in one of two primaries are enough for <conditions>
    Given a policy "daily" that rolls over on <conditions>
    And the unused name "logs"
    And an index "logs-000001" with:
      """json
      { "settings": { "index.number_of_shards": 2, "index.number_of_replicas": 0, "index.lifecycle.name": "$daily",
          "index.lifecycle.rollover_alias": "$logs" },
        "aliases": { "$logs": { "is_write_index": true } } }
      """
    And writes to "logs" go to "logs-000001"
    And 3 numbered documents in "logs-000001"
    When the policies run
    Then "logs" has been rolled over

    Examples:
      | clause                                    | conditions                                  |
      | rollover.max-primary-shard-docs-triggers  | {"max_primary_shard_docs":2}                |
      | rollover.min-primary-shard-docs-lets-pass | {"max_docs":1,"min_primary_shard_docs":2} |

  Scenario Outline: Two primaries of 10 documents and 600mb each, with their replicas, do not meet <conditions>
    Given a policy "daily" that rolls over on <conditions>
    And the unused name "logs"
    And an index "logs-000001" with:
      """json
      { "settings": { "index.number_of_shards": 2, "index.number_of_replicas": 1, "index.lifecycle.name": "$daily",
          "index.lifecycle.rollover_alias": "$logs" },
        "aliases": { "$logs": { "is_write_index": true } } }
      """
    And writes to "logs" go to "logs-000001"
    And 2 numbered documents in "logs-000001"
    And the primary shards of "logs-000001" hold:
      | shard | docs | bytes |
      | 0     | 10   | 600mb |
      | 1     | 10   | 600mb |
    And the replicas of "logs-000001" are assigned
    When the policies run
    Then "logs" has not been rolled over

    Examples:
      | clause                                    | conditions                                      |
      | rollover.max-primary-shard-size-is-no-sum | {"max_primary_shard_size":"1gb"}                |
      | rollover.max-primary-shard-docs-is-no-sum | {"max_primary_shard_docs":20}                   |
      | rollover.min-primary-shard-size-blocks    | {"max_docs":1,"min_primary_shard_size":"1gb"} |
      | rollover.min-primary-shard-docs-blocks    | {"max_docs":1,"min_primary_shard_docs":20}    |

  @rollover.max-docs-counts-replicas
  Scenario Outline: Three documents with their copies in <replicas> replicas: the index <does> on <conditions>
    Given a policy "daily" that rolls over on <conditions>
    And the unused name "logs"
    And an index "logs-000001" with:
      """json
      { "settings": { "index.number_of_shards": 1, "index.number_of_replicas": <replicas>, "index.lifecycle.name": "$daily",
          "index.lifecycle.rollover_alias": "$logs" },
        "aliases": { "$logs": { "is_write_index": true } } }
      """
    And writes to "logs" go to "logs-000001"
    And 3 numbered documents in "logs-000001"
    And the replicas of "logs-000001" are assigned
    When the policies run
    Then "logs" <does>

    Examples:
      | replicas | conditions     | does                     |
      | 1        | {"max_docs":6} | has been rolled over     |
      | 1        | {"max_docs":7} | has not been rolled over |
      | 2        | {"max_docs":9} | has been rolled over     |

  @rollover.max-size-ignores-replicas
  Scenario: 600mb in a primary and 600mb in its replica do not count as 1gb
    Given a policy "daily" that rolls over on {"max_size":"1gb"}
    And the unused name "logs"
    And an index "logs-000001" with:
      """json
      { "settings": { "index.number_of_shards": 1, "index.number_of_replicas": 1, "index.lifecycle.name": "$daily",
          "index.lifecycle.rollover_alias": "$logs" },
        "aliases": { "$logs": { "is_write_index": true } } }
      """
    And writes to "logs" go to "logs-000001"
    And 3 numbered documents in "logs-000001"
    And the primary shards of "logs-000001" hold:
      | shard | docs | bytes |
      | 0     | 3    | 600mb |
    And the replicas of "logs-000001" are assigned
    When the policies run
    Then "logs" has not been rolled over

  @rollover.max-docs-ignores-unrefreshed
  Scenario: Documents that are not yet visible to searches do not count
    Given a policy "daily" that rolls over on {"max_docs":3}
    And the unused name "logs"
    And an index "logs-000001" with:
      """json
      { "settings": { "index.number_of_replicas": 0, "index.refresh_interval": "-1", "index.lifecycle.name": "$daily",
          "index.lifecycle.rollover_alias": "$logs" },
        "aliases": { "$logs": { "is_write_index": true } } }
      """
    And writes to "logs" go to "logs-000001"
    And 2 numbered documents in "logs-000001"
    When the client indexes the document "3" in "logs-000001":
      """json
      { "n": 3 }
      """
    And the client searches "logs-000001"
    And the policies run
    Then "logs" has been rolled over only if the search found 3 hits

  Scenario Outline: <age>: an index is rolled over at the age of <max age>, but not at <before>
    Given a policy "daily" that rolls over on {"max_age":<max age>}
    And an index "logs-000001" under the policy "daily", behind the alias "logs"
    And 1 numbered document in "logs-000001"
    When <before> passes
    And the policies run
    Then "logs" has not been rolled over
    When <rest> passes
    And the policies run
    Then "logs" has been rolled over

    Examples:
      | clause                     | age     | max age | before | rest |
      | rollover.max-age-triggers  | a day   | "1d"    | "23h"  | "1h" |
      | rollover.max-age-triggers  | a month | "30d"   | "29d"  | "1d" |

  Scenario Outline: The age counts from the creation, even if <whose> contains another origin
    Given a policy "daily" that rolls over on {"max_age":"1d"}
    And the unused name "logs"
    When the client creates the index "<index>" with:
      """json
      { "settings": { "index.lifecycle.name": "$daily",
          "index.lifecycle.rollover_alias": "$logs", <setting> },
        "aliases": { "$logs": { "is_write_index": true } } }
      """
    Then the response is a success
    Given writes to "logs" go to "<index>"
    And 1 numbered document in "<index>"
    When the policies run
    Then "logs" has not been rolled over

    Examples:
      | clause                                           | whose                        | index                  | setting                                           |
      | rollover.max-age-ignores-origination-date        | a setting                    | logs-000001            | "index.lifecycle.origination_date": 1476057600000 |
      | rollover.max-age-ignores-origination-date        | a setting of 0               | logs-000001            | "index.lifecycle.origination_date": 0             |
      | rollover.max-age-ignores-parsed-origination-date | the name                     | logs-2016.10.10-000001 | "index.lifecycle.parse_origination_date": true    |
      | rollover.max-age-ignores-parsed-origination-date | the name, which is not read, | logs-2016.10.10-000001 | "index.lifecycle.parse_origination_date": false   |

  @rollover.max-age-triggers
  Scenario Outline: An index that is a day old is rolled over, even if <whose> contains an earlier origin
    Given a policy "daily" that rolls over on {"max_age":"1d"}
    And the unused name "logs"
    And an index "<index>" with:
      """json
      { "settings": { "index.number_of_replicas": 0, "index.lifecycle.name": "$daily",
          "index.lifecycle.rollover_alias": "$logs", <setting> },
        "aliases": { "$logs": { "is_write_index": true } } }
      """
    And writes to "logs" go to "<index>"
    And 1 numbered document in "<index>"
    When "23h" passes
    And the policies run
    Then "logs" has not been rolled over
    When "1h" passes
    And the policies run
    Then "logs" has been rolled over

    Examples:
      | whose          | index                  | setting                                           |
      | a setting      | logs-000001            | "index.lifecycle.origination_date": 1476057600000 |
      | a setting of 0 | logs-000001            | "index.lifecycle.origination_date": 0             |
      | the name       | logs-2016.10.10-000001 | "index.lifecycle.parse_origination_date": true    |
