import { mapInSteps } from '../../base/work.ts';
import type { Accumulator, AggregateCall } from '../aggregate.ts';
import type { Expression } from '../expression.ts';
import { evaluate, evaluateAll } from '../functions/evaluate.ts';
import type { Run } from '../operators/run.ts';
import type { AggregateNode } from '../plan.ts';
import type { Cells, Page } from '../page.ts';
import { unread } from '../page.ts';
import { Grouper } from './grouper.ts';

/** Number of aggregates of a page that are computed in one step. */
const columnsInStep = 16;

/** Estimated memory of the state of an aggregate for a group. */
const state_bytes = 128;

/** An aggregate that is read, and its states by group. */
interface Member {
  readonly call: AggregateCall;
  readonly states: (Accumulator | undefined)[];
}

/** Groups the rows of pages and aggregates each group. */
export class Aggregation {
  readonly #run: Run;
  readonly #keys: readonly Expression[];
  readonly #grouper: Grouper;
  readonly #members: readonly (Member | undefined)[];
  #reserved = 0;

  /** `isRead`: whether the result of an aggregate is read. */
  constructor({ keys, aggregates }: AggregateNode, run: Run, isRead: (nth: number) => boolean) {
    this.#run = run;
    this.#keys = keys;
    this.#grouper = new Grouper(keys.length);
    this.#members = aggregates.map((call, nth) => (isRead(nth) ? { call, states: [] } : undefined));
  }

  get groups(): number {
    return this.#grouper.size;
  }

  /** Adds the rows of a page in steps. Throws circuit_breaking_exception if there are too many groups. */
  *add(page: Page): Generator<undefined, void> {
    const keys = yield* evaluateAll(this.#keys, page, this.#run.evaluation);
    const groups = yield* this.#grouper.assign(keys, page.rows);
    this.#run.reserve(this.#grouper.bytes - this.#reserved);
    this.#reserved = this.#grouper.bytes;
    for (const [nth, member] of this.#members.entries()) {
      if (nth % columnsInStep === columnsInStep - 1) yield;
      if (member !== undefined) yield* this.#addTo(member, page, groups);
    }
  }

  *#addTo(
    { call, states }: Member,
    page: Page,
    groups: readonly (readonly number[])[],
  ): Generator<undefined, void> {
    const { operands, where } = call;
    const { evaluation } = this.#run;
    const [first, second] = yield* evaluateAll(operands, page, evaluation);
    const truths = where && (yield* evaluate(where, page, evaluation));
    for (let row = 0; row < page.rows; row++) {
      if (truths !== undefined && truths[row] !== 1) continue;
      for (const group of groups[row] ?? []) {
        this.#stateOf({ call, states }, group).add(first?.[row] ?? null, second?.[row] ?? null);
      }
    }
  }

  #stateOf({ call, states }: Member, group: number): Accumulator {
    const known = states[group];
    if (known !== undefined) return known;
    const { evaluation } = this.#run;
    const reserve = (bytes: number): void => this.#run.reserve(bytes);
    reserve(state_bytes);
    const state = call.create({ evaluation, reserve });
    states[group] = state;
    return state;
  }

  /** Returns the aggregates of the groups `from` … `to` - 1, a column each, some in each step. */
  figures(from: number, to: number): Generator<undefined, readonly Cells[]> {
    const groups = Array.from({ length: to - from }, (_, nth) => from + nth);
    return mapInSteps(this.#members, columnsInStep, (member) =>
      member === undefined ? unread : groups.map((group) => this.#stateOf(member, group).result()),
    );
  }

  /** Returns the keys of the groups `from` … `to` - 1, a column each, some in each step. */
  keys(from: number, to: number): Generator<undefined, readonly Cells[]> {
    return this.#grouper.keysOf(from, to);
  }
}
