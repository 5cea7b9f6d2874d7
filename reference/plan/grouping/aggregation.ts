import { at } from '../../base/assert.ts';
import { mapInSteps } from '../../base/work.ts';
import type { Accumulator, AggregateCall, AggregateInput } from '../aggregate.ts';
import type { Block, Page } from '../block.ts';
import type { ColumnType } from '../column-type.ts';
import { gatherIntegers } from '../blocks/gather.ts';
import type { Expression } from '../expression.ts';
import { evaluate, evaluateAll } from '../functions/evaluate.ts';
import { isColumnType } from '../aggregates/definition.ts';
import { trueRows } from '../operators/row-filter.ts';
import type { Run } from '../operators/run.ts';
import type { Grouping } from './grouper.ts';
import { Grouper } from './grouper.ts';

interface Member {
  readonly call: AggregateCall;
  readonly state: Accumulator;
}

/** Number of keys or aggregates of a page that are computed in one step. */
const columnsInStep = 16;

/** Groups the rows of pages and aggregates each group. */
export class Aggregation {
  readonly #run: Run;
  readonly #keys: readonly Expression[];
  readonly #grouper: Grouper;
  readonly #members: readonly Member[];
  #reserved = 0;

  constructor({ keys, aggregates }: Pick<AggregationPlan, 'keys' | 'aggregates'>, run: Run) {
    this.#run = run;
    this.#keys = keys;
    this.#grouper = new Grouper(keys.map(typeOf));
    this.#members = aggregates.map((call) => ({ call, state: call.create(run.evaluation) }));
  }

  get groups(): number {
    return this.#grouper.size;
  }

  /**
   * Adds the rows of a page in steps; returns their groups. Throws circuit_breaking_exception if there are too many.
   */
  *add(page: Page): Generator<undefined, Grouping> {
    const { evaluation } = this.#run;
    const keys = yield* evaluateAll(this.#keys, page, evaluation);
    const grouping = yield* this.#grouper.assign(keys, page.rows);
    for (const [nth, { call, state }] of this.#members.entries()) {
      if (nth % columnsInStep === columnsInStep - 1) yield;
      const operands = yield* evaluateAll(call.operands, page, evaluation);
      const chosen =
        call.where === undefined
          ? grouping
          : only(grouping, trueRows(yield* evaluate(call.where, page, evaluation)), page.rows);
      state.add({ ...chosen, groupCount: this.#grouper.size, operands } satisfies AggregateInput);
    }
    this.#account();
    return grouping;
  }

  /** Returns the aggregates of the groups `from` … `to` - 1, a column each, some in each step. */
  figures(from: number, to: number): Generator<undefined, readonly Block[]> {
    return mapInSteps(this.#members, columnsInStep, ({ state }) => state.finish(from, to));
  }

  /** Returns the keys of the groups `from` … `to` - 1, a column each, some in each step. */
  keys(from: number, to: number): Generator<undefined, readonly Block[]> {
    return this.#grouper.keysOf(from, to);
  }

  #account(): void {
    const bytes = this.#members.reduce(
      (sum, { state }) => sum + state.bytes(),
      this.#grouper.bytes,
    );
    this.#run.reserve(bytes - this.#reserved);
    this.#reserved = bytes;
  }
}

/** The aggregates and keys of an aggregation. */
export interface AggregationPlan {
  readonly keys: readonly Expression[];
  readonly aggregates: readonly AggregateCall[];
}

function typeOf({ type }: Expression): ColumnType {
  return isColumnType(type) ? type : 'null';
}

/** Returns the entries of a grouping whose rows are chosen. */
function only({ groups, rows, count }: Grouping, chosen: Uint32Array, all: number): Grouping {
  if (chosen.length === all) return { groups, rows, count };
  if (rows === undefined) {
    return { count: chosen.length, groups: gatherIntegers(groups, chosen), rows: chosen };
  }
  const wanted = new Uint8Array(all);
  for (const row of chosen) wanted[row] = 1;
  const kept = Uint32Array.from({ length: count }, (_, at) => at).filter(
    (index) => wanted[at(rows, index)] === 1,
  );
  return {
    count: kept.length,
    groups: gatherIntegers(groups, kept),
    rows: gatherIntegers(rows, kept),
  };
}
