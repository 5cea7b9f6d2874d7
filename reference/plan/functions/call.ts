import type { ValueType } from '../column-type.ts';
import type {
  ApplyCall,
  CallExpression,
  CallSite,
  ConstantExpression,
  Expression,
} from '../expression.ts';
import type { SourceLocation } from '../syntax.ts';
import { eager } from './evaluate.ts';

/** The parts of a typed call that `callOf` adds to a call site. */
export interface CallParts {
  readonly type: ValueType;
  readonly operands: readonly Expression[];
  readonly apply: ApplyCall;
}

/** Returns the typed expression of a call. */
export function callOf(site: CallSite, { type, operands, apply }: CallParts): CallExpression {
  const { name, place } = site;
  return { kind: 'call', name, place, type, operands, compute: eager(site, operands, apply) };
}

/** Returns the constant null with a type. */
export function nullOf(place: SourceLocation, type: ValueType): ConstantExpression {
  return { kind: 'constant', type, place, values: [] };
}

/** Returns the name of a type in messages about wrong operands. */
export function typeName(type: ValueType): string {
  return type === 'date' ? 'datetime' : type;
}

const ordinalWords = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Takes the position of an operand (from 0) and the maximum number of operands; returns its name in messages. */
export function ordinalOf(at: number, most: number): string {
  if (most === 1) return 'argument';
  return `${ordinalWords[at] ?? `${at + 1}th`} argument`;
}
