import { PatternProblem } from './extraction.ts';
import type { RegexProgram, RegexSet } from './regex-program.ts';
import type { Assertion } from './regex-tree.ts';

/** Maximum number of splits times characters, which bounds the memory of a search; longer texts are refused. */
const maxStates = 2 ** 26;

/** Maximum number of alternatives tried in a search. */
const maxTurns = 2 ** 20;

/** Maximum work for one text, in steps of the program, and for each of its characters. It takes some milliseconds. */
const maxWork = 2 ** 20;
const workOfCharacter = 16;

/** Work of an alternative, which reads memory that is rarely in a cache. */
const workOfSplit = 8;

/** Number of words cleared, or of ranges compared, in the time of one step. */
const wordsOfStep = 32;
const rangesOfStep = 4;

/** Searches texts for matches of a program. Each use needs its own runner: it keeps the state of the search. */
export class RegexRunner {
  readonly #program: RegexProgram;
  readonly #slots: Int32Array;
  /** A bit for each pair of split and position that was tried, because it would fail again. */
  #seen = new Uint32Array(0);
  /** Alternatives left to try, two numbers each: a step and a position, or a negative slot and its previous value. */
  #ways = new Int32Array(256);
  #height = 0;
  #turns = 0;
  #work = 0;
  #maxWork = maxWork;
  #text = '';

  constructor(program: RegexProgram) {
    this.#program = program;
    this.#slots = new Int32Array(program.captures.length * 2);
  }

  /**
   * Returns the text of each capture of the first match (undefined for a group that did not take part), or undefined if
   * there is no match. The time is proportional to the length of the text times that of the program.
   */
  find(text: string): readonly (string | undefined)[] | undefined {
    const { captures } = this.#program;
    this.#beginText(text);
    if (!this.#search(text, 0)) return undefined;
    return captures.map((_, nth) => this.#piece(nth * 2));
  }

  /**
   * Like `find`, but from an offset; returns start and end of each capture (-1 if it did not take part), valid until the
   * next search. Throws a PatternProblem if the text would take too long: the work counts from the last search at 0 on.
   */
  locate(text: string, from: number): Int32Array | undefined {
    if (from === 0) this.#beginText(text);
    this.#turns = 0;
    if (this.#search(text, from)) return this.#slots;
    if (this.#states(text) <= maxStates && this.#mayGoOn()) return undefined;
    throw new PatternProblem('the expression takes too long on this text');
  }

  #beginText(text: string): void {
    this.#work = 0;
    this.#maxWork = maxWork + text.length * workOfCharacter;
  }

  #mayGoOn(): boolean {
    return this.#turns < maxTurns && this.#work < this.#maxWork;
  }

  #search(text: string, from: number): boolean {
    const states = this.#states(text);
    if (states > maxStates) return false;
    this.#begin(text, (states >>> 5) + 1);
    // A search that fails sets the slots back.
    this.#slots.fill(-1);
    this.#work += this.#slots.length + ((states >>> 5) + 1) / wordsOfStep;
    for (let start = from; start <= text.length && this.#mayGoOn(); start++) {
      if (this.#fits(start)) return true;
    }
    return false;
  }

  #states(text: string): number {
    return this.#program.splits * (text.length + 1);
  }

  #begin(text: string, words: number): void {
    this.#text = text;
    this.#turns = 0;
    if (this.#seen.length < words) this.#seen = new Uint32Array(words * 2);
    else this.#seen.fill(0, 0, words);
  }

  #fits(start: number): boolean {
    this.#height = 0;
    this.#push(0, start);
    while (this.#takesTurn()) {
      const at = this.#ways[--this.#height]!;
      const step = this.#ways[--this.#height]!;
      if (step < 0) this.#slots[-step - 1] = at;
      else if (this.#follow(step, at)) return true;
    }
    return false;
  }

  /** Counts an alternative; false if none is left or too many were tried. */
  #takesTurn(): boolean {
    this.#turns++;
    this.#work++;
    return this.#height > 0 && this.#mayGoOn();
  }

  /** Follows one alternative; true if it reaches the end of the program. */
  #follow(first: number, start: number): boolean {
    const { steps } = this.#program;
    let at = start;
    for (let step = steps[first], next = first + 1; step !== undefined; step = steps[next++]) {
      this.#work++;
      switch (step.kind) {
        case 'set':
          if (!this.#takes(step, at)) return false;
          at++;
          break;
        case 'split':
          if (!this.#enter(step.nth, at)) return false;
          // Every repetition contains a split.
          this.#work += workOfSplit;
          if (this.#work >= this.#maxWork) return false;
          this.#push(step.second, at);
          next = step.first;
          break;
        case 'jump':
          next = step.to;
          break;
        case 'save':
          this.#push(-step.slot - 1, this.#slots[step.slot]!);
          this.#slots[step.slot] = at;
          break;
        case 'assert':
          if (!holds(step.what, this.#text, at)) return false;
          break;
        case 'match':
        default:
          return true;
      }
    }
    return true;
  }

  #takes(set: RegexSet, at: number): boolean {
    // After the end the code is NaN, which is in no set.
    const code = this.#text.charCodeAt(at);
    if (code >= set.table.length) this.#work += set.ranges.length / rangesOfStep;
    return isIn(set, code);
  }

  /** Marks a split at a position as tried; false if it was tried before. */
  #enter(nth: number, at: number): boolean {
    const bit = nth * (this.#text.length + 1) + at;
    const mask = 1 << (bit & 31);
    const word = this.#seen[bit >>> 5]!;
    this.#seen[bit >>> 5] = word | mask;
    return (word & mask) === 0;
  }

  #push(step: number, at: number): void {
    if (this.#height + 2 > this.#ways.length) {
      const wider = new Int32Array(this.#ways.length * 2);
      wider.set(this.#ways);
      this.#ways = wider;
    }
    this.#ways[this.#height++] = step;
    this.#ways[this.#height++] = at;
  }

  #piece(slot: number): string | undefined {
    const from = this.#slots[slot]!;
    const to = this.#slots[slot + 1]!;
    return from < 0 || to < 0 ? undefined : this.#text.slice(from, to);
  }
}

/** Returns whether a code is in a set: Latin-1 by the table, others by the ranges. */
function isIn({ table, ranges, negated }: RegexSet, code: number): boolean {
  if (code < table.length) return table[code] === 1;
  if (Number.isNaN(code)) return false;
  return ranges.some(([from, to]) => code >= from && code <= to) !== negated;
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
    default:
      return what satisfies never;
  }
}

function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f
  );
}
