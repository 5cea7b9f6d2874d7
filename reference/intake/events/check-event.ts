import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { EventRule, MemberRule } from './event-rules.ts';

/** Maximum length of a searchable string in characters. */
const maxCharacters = 1024;
const maxLabels = 1000;

/**
 * Checks an object against a rule. Returns the first problem, such as `transaction: span_count: 'started' required`, or
 * undefined. A null is treated as absent.
 */
export function problemOf(value: JsonObject, rule: EventRule, name: string): string | undefined {
  for (const [key, member] of Object.entries(rule.members)) {
    const problem = problemOfMember(valueOf(value, key), member, key);
    if (problem !== undefined) return `${name}: ${problem}`;
  }
  const problem = problemOfSet(value, rule);
  return problem === undefined ? undefined : `${name}: ${problem}`;
}

/** Returns a member, or undefined if it is absent or null. */
export function valueOf(value: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? (value[key] ?? undefined) : undefined;
}

function problemOfSet(value: JsonObject, { oneOf, together }: EventRule): string | undefined {
  const has = (key: string): boolean => valueOf(value, key) !== undefined;
  if (oneOf !== undefined && !oneOf.some(has)) {
    return `requires at least one of the fields '${oneOf.join(';')}'`;
  }
  const incomplete = together?.find(([one, other]) => has(one) && !has(other));
  return incomplete && `'${incomplete[1]}' required when '${incomplete[0]}' is set`;
}

function problemOfMember(
  value: JsonValue | undefined,
  rule: MemberRule,
  key: string,
): string | undefined {
  if (value === undefined) return rule.required === true ? `'${key}' required` : undefined;
  const problem = checks[rule.kind](value, rule);
  if (problem !== undefined) return `'${key}' ${problem}`;
  if (!isJsonObject(value)) return undefined;
  if (rule.event !== undefined) return problemOf(value, rule.event, key);
  return rule.each === undefined ? undefined : problemOfEach(value, rule.each, key);
}

function problemOfEach(value: JsonObject, each: MemberRule, name: string): string | undefined {
  for (const key of Object.keys(value)) {
    const problem = problemOfMember(valueOf(value, key), each, key);
    if (problem !== undefined) return `${name}: ${problem}`;
  }
  return undefined;
}

type Check = (value: JsonValue, rule: MemberRule) => string | undefined;

const checks: Readonly<Record<MemberRule['kind'], Check>> = {
  text: problemOfText,
  number: problemOfNumber,
  integer: (value, rule) =>
    typeof value === 'bigint' || Number.isInteger(value)
      ? problemOfNumber(value, rule)
      : 'has to be an integer',
  boolean: (value) => (typeof value === 'boolean' ? undefined : 'has to be true or false'),
  object: (value) => (isJsonObject(value) ? undefined : 'has to be an object'),
  list: (value) => (Array.isArray(value) ? undefined : 'has to be an array'),
  labels: problemOfLabels,
  any: () => undefined,
};

function problemOfText(value: JsonValue, { required, among, pattern }: MemberRule) {
  if (typeof value !== 'string') return 'has to be a string';
  if (required === true && value === '') return 'must not be empty';
  if (value.length > maxCharacters) return `has more than ${maxCharacters} characters`;
  if (among !== undefined && !among.includes(value)) return `has to be one of ${among.join(', ')}`;
  if (pattern?.test(value) === false) return `does not match the pattern '${pattern.source}'`;
  return undefined;
}

function problemOfNumber(value: JsonValue, { least }: MemberRule): string | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint') return 'has to be a number';
  return least !== undefined && value < least ? `must not be less than ${least}` : undefined;
}

function problemOfLabels(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return 'has to be an object';
  const values = Object.values(value);
  if (values.length > maxLabels) return `has more than ${maxLabels} members`;
  const isFlat = values.every((one) => one === null || typeof one !== 'object');
  return isFlat ? undefined : 'may hold strings, numbers and booleans only';
}
