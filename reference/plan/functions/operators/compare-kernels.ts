import type { NumericValues } from '../../../store/segment.ts';
import type { Block, OrdinalBlock, Scalar } from '../../block.ts';
import { countAt, nullBlock } from '../../block.ts';
import type { ApplyCall, CallContext } from '../../expression.ts';
import { compareNumbers } from '../../values.ts';
import { bothValid, pack, toDense } from '../kernels/dense.ts';
import { multiValueProblem, warn } from '../kernels/problems.ts';

/** A comparison operator. */
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

const mirrored: Readonly<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** Returns a function that compares two columns of numbers, dates or booleans. */
export function compareNumeric(comparison: Comparison): ApplyCall {
  return (blocks, call) => {
    const [left, right] = blocks;
    if (left === undefined || right === undefined) throw new TypeError('two operands expected');
    if (isNull(left) || isNull(right)) return nullBlock(call.rows);
    if (right.kind === 'constant')
      return withConstant(comparison, { column: left, constant: right.values }, call);
    if (left.kind === 'constant') {
      const swapped = { column: right, constant: left.values };
      return withConstant(mirrored[comparison], swapped, call);
    }
    const a = toDense(left, call);
    const b = toDense(right, call);
    const out = new Float64Array(call.rows);
    compareArrays(comparison, { left: a.values, right: b.values, out });
    return pack(out, bothValid(a.valid, b.valid), call.rows);
  };
}

function isNull(block: Block): boolean {
  return block.kind === 'constant' && block.values.length === 0;
}

interface AgainstConstant {
  readonly column: Block;
  readonly constant: readonly Scalar[];
}

function withConstant(
  comparison: Comparison,
  { column, constant }: AgainstConstant,
  call: CallContext,
): Block {
  const [value = 0] = constant;
  if (constant.length > 1) {
    warn(call, multiValueProblem);
    return nullBlock(call.rows);
  }
  if (column.kind === 'constant') return constants(comparison, { column, value, call });
  const { values, valid } = toDense(column, call);
  const out = new Float64Array(call.rows);
  if (values instanceof Float64Array && typeof value === 'number') {
    comparisonLoops[comparison]({ left: values, value, out });
  } else compareMixed(comparison, { left: values, value, out });
  return pack(out, valid, call.rows);
}

interface Constants {
  readonly column: Extract<Block, { readonly kind: 'constant' }>;
  readonly value: Scalar;
  readonly call: CallContext;
}

function constants(comparison: Comparison, { column, value, call }: Constants): Block {
  const [first = 0] = column.values;
  if (column.values.length > 1) {
    warn(call, multiValueProblem);
    return nullBlock(call.rows);
  }
  const order = first < value ? -1 : Number(first > value);
  return { kind: 'constant', rows: call.rows, values: [Number(holds(comparison, order))] };
}

/** Takes the order of two values (below 0, 0, above 0); returns whether the comparison is true. */
export function holds(comparison: Comparison, order: number): boolean {
  switch (comparison) {
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    default:
      return comparison satisfies never;
  }
}

interface ToConstant {
  readonly left: Float64Array;
  readonly value: number;
  readonly out: Float64Array;
}

type CompareTo = (operands: ToConstant) => void;

/** One loop for each comparison, so that the comparison is not selected again for each row. */
const comparisonLoops: Readonly<Record<Comparison, CompareTo>> = {
  '=='({ left, value, out }) {
    for (let row = 0; row < out.length; row++) out[row] = left[row] === value ? 1 : 0;
  },
  '!='({ left, value, out }) {
    for (let row = 0; row < out.length; row++) out[row] = left[row] === value ? 0 : 1;
  },
  '<'({ left, value, out }) {
    for (let row = 0; row < out.length; row++) out[row] = left[row]! < value ? 1 : 0;
  },
  '<='({ left, value, out }) {
    for (let row = 0; row < out.length; row++) out[row] = left[row]! <= value ? 1 : 0;
  },
  '>'({ left, value, out }) {
    for (let row = 0; row < out.length; row++) out[row] = left[row]! > value ? 1 : 0;
  },
  '>='({ left, value, out }) {
    for (let row = 0; row < out.length; row++) out[row] = left[row]! >= value ? 1 : 0;
  },
};

interface MixedConstant {
  readonly left: NumericValues;
  readonly value: Scalar;
  readonly out: Float64Array;
}

function compareMixed(comparison: Comparison, { left, value, out }: MixedConstant): void {
  for (let row = 0; row < out.length; row++) {
    out[row] = Number(holds(comparison, compareNumbers(left[row]!, value)));
  }
}

interface Arrays {
  readonly left: NumericValues;
  readonly right: NumericValues;
  readonly out: Float64Array;
}

function compareArrays(comparison: Comparison, { left, right, out }: Arrays): void {
  for (let row = 0; row < out.length; row++) {
    const a = left[row]!;
    const b = right[row]!;
    out[row] = Number(holds(comparison, a < b ? -1 : Number(a > b)));
  }
}

/** Compares each row with the term with this number (-1: a term that no row contains). */
export function compareOrdinals(
  block: OrdinalBlock,
  { ordinal, equal }: { readonly ordinal: number; readonly equal: boolean },
  call: CallContext,
): Block {
  const out = new Float64Array(call.rows);
  const { starts, ordinals } = block;
  const found = equal ? 1 : 0;
  if (starts === undefined) {
    for (let row = 0; row < call.rows; row++) {
      out[row] = ordinals[row] === ordinal ? found : 1 - found;
    }
    return pack(out, undefined, call.rows);
  }
  const valid = new Uint8Array(call.rows);
  for (let row = 0; row < call.rows; row++) {
    const count = countAt(block, row);
    if (count === 1) {
      valid[row] = 1;
      out[row] = ordinals[starts[row]!] === ordinal ? found : 1 - found;
    } else if (count > 1) warn(call, multiValueProblem);
  }
  return pack(out, valid, call.rows);
}
