import { existsSync, readFileSync } from 'node:fs';
import { fromRoot } from './root.ts';

/**
 * What scenarios that judge use and the specification does not show, by name. A profile claims an extra by its name, or all
 * of them with `extras`. The build holds this list against a run of the reference.
 */
export const extras: Readonly<Record<string, string>> = {
  'analyzer:keyword': 'the analyzer that keeps a text as one term',
  'analyzer:whitespace': 'the analyzer that splits a text at white space only',
  'call:getApiKeys': 'GET /_security/api_key',
  'call:getDataStream': 'GET /_data_stream/{name}',
  'call:hasPrivileges': 'POST /_security/user/_has_privileges',
  'call:putIndexTemplate': 'PUT /_index_template/{name}',
  'call:putSettings': 'PUT /{index}/_settings',
  'call:updateAliases': 'POST /_aliases',
  'command:EVAL': 'the command of the query language that adds columns',
  'command:FROM': 'the command of the query language that reads an index',
  'command:KEEP': 'the command of the query language that chooses columns',
  'command:LIMIT': 'the command of the query language that bounds the rows',
  'command:MV_EXPAND': 'the command of the query language that makes a row of each value',
  'command:ROW': 'the command of the query language that makes a row of literals',
  'command:SORT': 'the command of the query language that orders rows',
  'condition:zero': 'a condition of a rollover that is zero, such as max_age 0d',
  'configuration:GET': 'an intake gives agents their configuration by GET',
  'configuration:POST': 'an intake gives agents their configuration by POST',
  'events:lines': 'events as lines of JSON; intake.event of a profile gives another',
  'default:any-word': 'a match query without operator needs one of its words, not all',
  'default:exact-integers': 'whole numbers beyond 2^53 keep all their digits',
  'default:no-replicas':
    'an index that names no number of replicas has no active ones; claimed with shards too',
  'default:one-shard': 'an index that names no number of shards has one; claimed with shards too',
  'dynamic:number': 'numbers without a mapping are found by their value',
  'dynamic:string': 'strings without a mapping are found by their words or as a whole',
  'function:ABS': 'a function of the query language',
  'function:AVG': 'a function of the query language',
  'function:BUCKET': 'a function of the query language',
  'function:DATE_EXTRACT': 'a function of the query language',
  'function:DATE_FORMAT': 'a function of the query language',
  'function:DATE_PARSE': 'a function of the query language',
  'function:DATE_TRUNC': 'a function of the query language',
  'function:MAX': 'a function of the query language',
  'function:MIN': 'a function of the query language',
  'function:SUM': 'a function of the query language',
  'name:dot': 'dots in the name of an index',
  'name:field': 'other characters in the name of a field than letters, digits and _@.-',
  'name:id': 'other characters in the id of a document than letters, digits and _@.-',
  'operator:*': 'the operator of the query language that multiplies',
  'operator:+': 'the operator of the query language that adds',
  'operator:-': 'the operator of the query language that subtracts',
  'operator:<': 'the operator of the query language that compares',
  'operator:<=': 'the operator of the query language that compares',
  'operator:==': 'the operator of the query language that compares',
  'operator:>': 'the operator of the query language that compares',
  'operator:AND': 'the operator of the query language for two conditions',
  'operator:IN': 'a comparison of the query language with a list in parentheses',
  'operator:IS': 'a comparison of the query language with NULL',
  'operator:NOT': 'the operator of the query language that negates a condition',
  'operator:OR': 'the operator of the query language for one of two conditions',
  'parameter:op_type': 'the parameter op_type of a write, which a data stream needs',
  'phase:cold': 'a phase of a policy',
  'phase:frozen': 'a phase of a policy',
  'phase:warm': 'a phase of a policy',
  'query:match-value': 'a match query with a text in place of an object',
  'query:nested': 'a query inside a nested field',
  'query:term-value': 'a term query with a value in place of an object',
  'role:part': 'a role without some of the entries that creators of keys need',
  'setting:refresh_interval': 'the setting that holds new documents back from searches',
  'size:zero': 'a search for no hits',
  'slow-query':
    'a query that runs for a while: the kit expands lists (EVAL, MV_EXPAND), or takes slow_query of the profile',
  'sort-string': 'a sort entry that is a name only',
  'syntax:BY': 'the groups of STATS',
  'syntax:DESC': 'the falling order of SORT',
  'syntax:back-quotes': 'names in back quotes in a query of the query language',
  'syntax:indices': 'several indices after FROM, separated by commas',
  'syntax:list': 'several values in square brackets in a query of the query language',
  'syntax:name': 'a name for what STATS computes',
  'syntax:options': 'options of a function in braces in a query of the query language',
  'syntax:pattern': 'a star in the name of an index after FROM',
  'type:boolean': 'the field type boolean',
  'type:double': 'the field type double',
  'type:integer_range': 'the field type integer_range',
  'type:long': 'the field type long',
  'unit:ms': 'a time in milliseconds, such as 500ms',
};

/** The extras of each scenario, by feature file and name. */
export type ScenarioExtras = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Where a run of the reference has left the extras of each scenario. */
export const extrasFile = ['spec', 'generated', 'extras.json'] as const;

let stored: ScenarioExtras | undefined;

/** Returns the extras of a scenario, as a run of the reference has shown them; empty if it is not known. */
export function extrasOfScenario(uri: string, name: string): readonly string[] {
  const file = fromRoot(...extrasFile);
  stored ??= existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ScenarioExtras) : {};
  return stored[uri]?.[name] ?? [];
}
