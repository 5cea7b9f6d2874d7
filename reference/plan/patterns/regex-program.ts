import { PatternProblem } from './extraction.ts';
import type { Assertion, CodeRange, RegexTree } from './regex-tree.ts';

/** Matches one character that is, or is not, in some ranges. */
export interface RegexSet {
  readonly kind: 'set';
  readonly ranges: readonly CodeRange[];
  readonly negated: boolean;
  /** 1 for each Latin-1 code that matches. */
  readonly table: Uint8Array;
}

/** One step of a program; execution continues with the next step unless stated otherwise. */
type RegexStep =
  | RegexSet
  | { readonly kind: 'assert'; readonly what: Assertion }
  /** Records the start or end of a group. */
  | { readonly kind: 'save'; readonly slot: number }
  /** Continues at `first`, or at `second` if that fails. */
  | {
      readonly kind: 'split';
      readonly first: number;
      readonly second: number;
      readonly nth: number;
    }
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'match' };

/** A compiled regular expression. */
export interface RegexProgram {
  readonly steps: readonly RegexStep[];
  /** Names of the captures; capture n is recorded in slots 2n and 2n + 1. */
  readonly captures: readonly string[];
  /** Number of splits. */
  readonly splits: number;
}

const maxSteps = 20_000;

/** Number of ranges up to which sets are compared by their content. */
const smallSet = 8;

/** A program under construction. */
interface Assembly {
  readonly steps: RegexStep[];
  readonly captures: string[];
  readonly sets: Map<string | readonly CodeRange[], RegexSet>;
  splits: number;
}

/** Compiles a tree. Throws a PatternProblem if the program would be too long. */
export function compileRegex(tree: RegexTree): RegexProgram {
  const assembly: Assembly = { steps: [], captures: [], sets: new Map(), splits: 0 };
  emit(tree, assembly);
  append({ kind: 'match' }, assembly);
  const { steps, captures, splits } = assembly;
  return { steps, captures, splits };
}

function append(step: RegexStep, { steps }: Assembly): number {
  if (steps.length >= maxSteps) {
    throw new PatternProblem(`the expression needs more than ${maxSteps} steps`);
  }
  return steps.push(step) - 1;
}

/** Reserves a split before a body; returns a function that completes it once the end of the body is known. */
function openSplit(assembly: Assembly): (end: number, lazy: boolean) => void {
  const at = append({ kind: 'match' }, assembly);
  const nth = assembly.splits++;
  return (end, lazy) => {
    const [first, second] = lazy ? [end, at + 1] : [at + 1, end];
    assembly.steps[at] = { kind: 'split', first, second, nth };
  };
}

function emit(node: RegexTree, assembly: Assembly): void {
  switch (node.kind) {
    case 'set':
      append(setStep(node, assembly), assembly);
      return;
    case 'assert':
      append({ kind: 'assert', what: node.what }, assembly);
      return;
    case 'sequence':
      for (const part of node.parts) emit(part, assembly);
      return;
    case 'choice':
      emitChoice(node.options, assembly);
      return;
    case 'repeat':
      emitRepeat(node, assembly);
      return;
    case 'capture': {
      const slot = (assembly.captures.push(node.name) - 1) * 2;
      append({ kind: 'save', slot }, assembly);
      emit(node.body, assembly);
      append({ kind: 'save', slot: slot + 1 }, assembly);
    }
  }
}

function emitChoice(options: readonly RegexTree[], assembly: Assembly): void {
  const { steps } = assembly;
  const jumps: number[] = [];
  for (const option of options.slice(0, -1)) {
    const close = openSplit(assembly);
    emit(option, assembly);
    jumps.push(append({ kind: 'match' }, assembly));
    close(steps.length, false);
  }
  for (const option of options.slice(-1)) emit(option, assembly);
  for (const jump of jumps) steps[jump] = { kind: 'jump', to: steps.length };
}

function emitRepeat(node: Extract<RegexTree, { kind: 'repeat' }>, assembly: Assembly): void {
  const { body, least, most, lazy } = node;
  const { steps } = assembly;
  for (let nth = 0; nth < least; nth++) {
    const before = steps.length;
    emit(body, assembly);
    if (steps.length === before) return;
  }
  if (most === Infinity) {
    const start = steps.length;
    const close = openSplit(assembly);
    emit(body, assembly);
    append({ kind: 'jump', to: start }, assembly);
    close(steps.length, lazy);
    return;
  }
  const open: ((end: number, lazy: boolean) => void)[] = [];
  for (let nth = least; nth < most; nth++) {
    open.push(openSplit(assembly));
    emit(body, assembly);
  }
  for (const close of open) close(steps.length, lazy);
}

/** Returns the step for a set; equal small sets, and repetitions of one large set, share it. */
function setStep(node: Extract<RegexTree, { kind: 'set' }>, { sets }: Assembly): RegexSet {
  const { ranges, negated } = node;
  const key = ranges.length > smallSet ? ranges : `${negated} ${ranges.join(' ')}`;
  const known = sets.get(key);
  if (known !== undefined && known.negated === negated) return known;
  const made = { ...node, table: latinTable(ranges, negated) };
  sets.set(key, made);
  return made;
}

function latinTable(ranges: readonly CodeRange[], negated: boolean): Uint8Array {
  const table = new Uint8Array(256).fill(negated ? 1 : 0);
  for (const [from, to] of ranges) table.fill(negated ? 0 : 1, from, to + 1);
  return table;
}
