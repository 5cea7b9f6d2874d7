import { showJson } from '../base/json.ts';
import { refuse, unlessRefused } from '../base/service-error.ts';
import { parseBytes, parseTime } from '../base/units.ts';
import type { BodyPart } from '../base/body.ts';
import { illegalAt, membersOf, numberOf, parsingError, stringOf } from '../base/body.ts';
import type { IndexFigures } from './index-figures.ts';

type ConditionKind = 'time' | 'bytes' | 'count';

interface ConditionRule {
  readonly kind: ConditionKind;
  /** The figure that the condition is compared with. */
  readonly measure: (figures: IndexFigures) => number;
}

/**
 * All conditions. Only `max_docs` counts replicas: the specification requires it for no other condition.
 *
 * rollover.max-docs-counts-replicas, rollover.max-size-sums-primaries, rollover.max-size-ignores-replicas,
 * rollover.max-primary-shard-size-is-no-sum, rollover.max-primary-shard-docs-is-no-sum, rollover.max-size-advice.
 */
const rules = {
  max_age: { kind: 'time', measure: ({ age_ms }) => age_ms },
  max_docs: { kind: 'count', measure: ({ copiedDocs }) => copiedDocs },
  max_size: { kind: 'bytes', measure: ({ bytes }) => bytes },
  max_primary_shard_size: { kind: 'bytes', measure: ({ largest_bytes }) => largest_bytes },
  max_primary_shard_docs: { kind: 'count', measure: ({ largestDocs }) => largestDocs },
  min_age: { kind: 'time', measure: ({ age_ms }) => age_ms },
  min_docs: { kind: 'count', measure: ({ docs }) => docs },
  min_size: { kind: 'bytes', measure: ({ bytes }) => bytes },
  min_primary_shard_size: { kind: 'bytes', measure: ({ largest_bytes }) => largest_bytes },
  min_primary_shard_docs: { kind: 'count', measure: ({ largestDocs }) => largestDocs },
} as const satisfies Readonly<Record<string, ConditionRule>>;

/** The name of a condition. */
export type ConditionName = keyof typeof rules;

/** One condition of a rollover. */
export interface Condition {
  readonly name: ConditionName;
  /** The value as the client sent it. */
  readonly text: string;
  /** Milliseconds, bytes or documents. */
  readonly value: number;
}

/**
 * Parses conditions by name. Throws a ServiceError with the location of an invalid one.
 *
 * rollover.max-age-is-time, rollover.max-docs-is-integer, rollover.max-size-is-bytes, rollover.other-units,
 * rollover.max-primary-shard-size-is-bytes, rollover.max-primary-shard-docs-is-integer.
 */
export function parseConditions(part: BodyPart, what: string): readonly Condition[] {
  return membersOf(part, what).map(([name, member]) => {
    if (!isConditionName(name)) throw parsingError(member, `[${what}] unknown field [${name}]`);
    const value = unlessRefused(
      () => readValue(member, name),
      ({ reason }) => {
        throw illegalAt(member, `[${what}] ${reason}`);
      },
    );
    return { name, text: showJson(member.value), value };
  });
}

/** True if at least one condition can trigger a rollover. */
export function hasMaximum(conditions: readonly Condition[]): boolean {
  return conditions.some(isMaximum);
}

/** True if the condition triggers a rollover (`max_…`); the others prevent it (`min_…`). */
export function isMaximum({ name }: Condition): boolean {
  return name.startsWith('max_');
}

/** True if the figures of an index have reached the value of the condition. */
export function isMet({ name, value }: Condition, figures: IndexFigures): boolean {
  return rules[name].measure(figures) >= value;
}

/** Returns the label of the condition in responses. */
export function labelOf({ name, text }: Condition): string {
  return `[${name}: ${text}]`;
}

function isConditionName(name: string): name is ConditionName {
  return Object.hasOwn(rules, name);
}

function readValue(part: BodyPart, name: ConditionName): number {
  const { kind } = rules[name];
  if (kind === 'count') {
    const count = numberOf(part, name);
    if (count >= 0 && Number.isInteger(count)) return count;
  } else {
    const text = stringOf(part, name);
    const quantity = kind === 'time' ? parseTime(text, name) : parseBytes(text, name);
    if (quantity >= 0) return quantity;
  }
  const needed = kind === 'count' ? 'a whole number that is not negative' : 'not negative';
  return refuse(`[${name}] must be ${needed} but was [${showJson(part.value)}]`);
}
