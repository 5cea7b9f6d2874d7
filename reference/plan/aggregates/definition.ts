import type { Accumulator, Reserve } from '../../search/aggregations/accumulators.ts';
import type { ColumnType } from '../column-type.ts';
import type { CallSite, Evaluation, Expression } from '../expression.ts';
import type { CheckedCall, Described } from '../functions/define.ts';
import { readSignature } from '../functions/define.ts';

/** What an aggregate depends on besides its rows. */
export interface AggregateContext {
  /** Receives warnings, such as an overflow. */
  readonly evaluation: Evaluation;
  readonly reserve: Reserve;
}

/** An aggregate whose operands have types. */
export interface AggregateCall {
  readonly name: string;
  readonly type: ColumnType;
  /** Its values are added; undefined to add one for each row. All other operands are constants. */
  readonly operand: Expression | undefined;
  /** Only rows for which this condition is true are added. */
  readonly where?: Expression | undefined;
  /** Returns the state of a group without rows. */
  readonly create: (context: AggregateContext) => Accumulator;
}

/** An aggregate of the query language. */
export interface AggregateDefinition extends Described {
  /** Returns the typed aggregate. Throws a QueryProblem if the operands are wrong. */
  readonly resolve: (site: CallSite, evaluation: Evaluation) => AggregateCall;
}

/** Returns the definition of an aggregate; `prepare` returns its state, and its type if the signature does not say it. */
export function defineAggregate(
  signature: string,
  description: string,
  prepare: (call: CheckedCall) => Pick<AggregateCall, 'create'> & Partial<AggregateCall>,
): AggregateDefinition {
  const { name, check } = readSignature(signature);
  return {
    name,
    signature,
    description,
    resolve(site, evaluation) {
      const call = check(site, evaluation);
      const type = call.type === 'text' ? 'keyword' : call.type;
      return { name, type: type as ColumnType, operand: call.operands[0], ...prepare(call) };
    },
  };
}
