import type { RegexProgram } from './regex-program.ts';
import type { Assertion } from './regex-tree.ts';

/** A text is left out where splits times characters are more than this: the longest run takes some milliseconds. */
const max_states = 2 ** 22;

/** Finds a program in texts. One is made for each use: it keeps what it works with. */
export interface RegexRunner {
  /**
   * Gives the text of each capture at the first place where the program fits, undefined for a group that took no part;
   * or undefined where it fits nowhere. The work grows with the length of the text times that of the program, however
   * the two are made.
   */
  readonly find: (text: string) => readonly (string | undefined)[] | undefined;
}

/** Takes a program; gives what finds it in texts. */
export function regexRunner(program: RegexProgram): RegexRunner {
  const { captures, splits } = program;
  const slots = new Int32Array(captures.length * 2);
  let seen = new Uint32Array(0);
  return {
    find(text) {
      const width = text.length + 1;
      const states = splits * width;
      if (states > max_states) return undefined;
      const words = (states >>> 5) + 1;
      if (seen.length < words) seen = new Uint32Array(words * 2);
      else seen.fill(0, 0, words);
      for (let start = 0; start <= text.length; start++) {
        slots.fill(-1);
        if (fits({ program, text, slots, seen }, start)) {
          return captures.map((_, nth) => pieceOf(text, slots[nth * 2], slots[nth * 2 + 1]));
        }
      }
      return undefined;
    },
  };
}

interface Run {
  readonly program: RegexProgram;
  readonly text: string;
  readonly slots: Int32Array;
  /** A bit for each split and place: what failed from there once fails always. */
  readonly seen: Uint32Array;
}

/** Ways that are left to be tried: a step and a place; or, where the step is negative, a slot and what it held before. */
type Ways = number[];

function fits({ program: { steps }, text, slots, seen }: Run, start: number): boolean {
  const width = text.length + 1;
  const ways: Ways = [0, start];
  while (ways.length > 0) {
    let at = ways.pop() ?? 0;
    let next = ways.pop() ?? 0;
    if (next < 0) {
      slots[-next - 1] = at;
      continue;
    }
    for (;;) {
      const step = steps[next++];
      if (step === undefined || step.kind === 'match') return true;
      if (step.kind === 'set') {
        if (at >= text.length || !step.has(text.charCodeAt(at))) break;
        at++;
      } else if (step.kind === 'jump') next = step.to;
      else if (step.kind === 'split') {
        const bit = step.nth * width + at;
        const mask = 1 << (bit & 31);
        const word = seen[bit >>> 5] ?? 0;
        if ((word & mask) !== 0) break;
        seen[bit >>> 5] = word | mask;
        ways.push(step.second, at);
        next = step.first;
      } else if (step.kind === 'save') {
        ways.push(-step.slot - 1, slots[step.slot] ?? -1);
        slots[step.slot] = at;
      } else if (!holds(step.what, text, at)) break;
    }
  }
  return false;
}

function holds(what: Assertion, text: string, at: number): boolean {
  switch (what) {
    case 'start':
      return at === 0;
    case 'end':
      return at === text.length;
    case 'line_start':
      return at === 0 || text[at - 1] === '\n';
    case 'line_end':
      return at === text.length || text[at] === '\n';
    case 'boundary':
      return isWord(text, at - 1) !== isWord(text, at);
    case 'no_boundary':
      return isWord(text, at - 1) === isWord(text, at);
  }
}

function isWord(text: string, at: number): boolean {
  return /^\w$/.test(text.charAt(at));
}

function pieceOf(text: string, from: number | undefined, to: number | undefined) {
  return from === undefined || to === undefined || from < 0 || to < 0
    ? undefined
    : text.slice(from, to);
}
