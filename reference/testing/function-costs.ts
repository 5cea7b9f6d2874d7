import type { CostCase } from './cost.ts';
import type { Scalar } from '../plan/page.ts';
import type { ValueType } from '../plan/column-type.ts';
import { evaluate } from '../plan/functions/evaluate.ts';
import { functionNames } from '../plan/functions/registry.ts';
import { resolveCall } from '../plan/functions/resolve-call.ts';
import { startEvaluation } from '../plan/start-evaluation.ts';

/** An operand: its type, and its values for a size. */
interface Operand {
  readonly type: ValueType;
  readonly values: (size: number) => readonly Scalar[];
}

const list =
  (value: (at: number) => Scalar) =>
  (size: number): readonly Scalar[] =>
    Array.from({ length: size }, (_, at) => value(at));

const operands: Readonly<Record<string, Operand>> = {
  text: { type: 'keyword', values: (size) => ['ab '.repeat(size)] },
  words: { type: 'keyword', values: list((at) => `s${at}`) },
  numbers: { type: 'long', values: list((at) => at) },
  doubles: { type: 'double', values: list((at) => at + 0.5) },
  dates: { type: 'date', values: list((at) => at * 86_400_000) },
  addresses: { type: 'keyword', values: list((at) => `10.0.${(at >> 8) & 255}.${at & 255}`) },
  one: { type: 'integer', values: () => [1] },
  letter: { type: 'keyword', values: () => ['a'] },
};

const seconds = ['text', 'words', 'numbers', 'dates', 'one', 'letter'];
const thirds = ['text', 'one', 'letter'];

/** Returns every function of the query languages with every combination of up to three operands that it accepts. */
export function functionCosts(): readonly CostCase[] {
  const first = Object.keys(operands).map((name) => [name]);
  const second = first.flatMap((before) => seconds.map((name) => [...before, name]));
  const third = second.flatMap((before) => thirds.map((name) => [...before, name]));
  return functionNames.flatMap((name) =>
    [[], ...first, ...second, ...third]
      .filter((kinds) => isAccepted(name, kinds) && !(kinds.length === 3 && isOpen(name, kinds)))
      .map((kinds) => ({
        what: `${name}(${kinds.join(', ')})`,
        work: (size) => {
          call(name, kinds, size);
          return undefined;
        },
      })),
  );
}

/** True if a function takes any number of operands: two show what it costs. */
function isOpen(name: string, kinds: readonly string[]): boolean {
  return isAccepted(name, [...kinds, ...kinds, ...kinds]);
}

function isAccepted(name: string, kinds: readonly string[]): boolean {
  try {
    call(name, kinds, 1);
    return true;
  } catch {
    // A wrong number or type of operands; operators throw a TypeError, since the grammar excludes it.
    return false;
  }
}

/** Evaluates a call for one row. */
function call(name: string, kinds: readonly string[], size: number): void {
  const evaluation = startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' });
  const place = { line: 1, column: 1, text: name };
  const expressions = kinds.map((kind) => {
    const { type, values } = operands[kind] ?? { type: 'null', values: () => [] };
    return { kind: 'constant', type, values: values(size), place } as const;
  });
  const site = { name, place, operands: expressions };
  evaluate(resolveCall(site, evaluation), { rows: 1, columns: [] }, evaluation);
}
