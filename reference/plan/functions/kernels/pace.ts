import type { Evaluation } from '../../expression.ts';

/** Work between two looks at the clock, and that of each value without its characters. */
const workOfLook = 2 ** 14;
const workOfValue = 32;

/** The weight of functions whose time does not follow from the length of a text: they look after each one. */
export const afterEach = workOfLook;

/**
 * Says when a loop over rows has to pause. It looks at the clock only now and then, because a look takes longer than a
 * cheap row.
 */
export class Pace {
  readonly #clock: (() => boolean) | undefined;
  readonly #weight: number;
  #left = workOfLook;

  /** `weight`: the work for one character. */
  constructor({ isDue }: Evaluation, weight = 1) {
    this.#clock = isDue;
    this.#weight = weight;
  }

  /** Takes the values that a row was computed from, and its result; returns whether the loop has to pause. */
  isDue(operands: readonly unknown[], result: unknown): boolean {
    return this.#took(lengthOfAll(operands) + lengthOf(result), operands.length + 1);
  }

  /** Like `isDue`, for one operand. */
  isDueAfter(operand: unknown, result: unknown): boolean {
    return this.#took(lengthOf(operand) + lengthOf(result), 2);
  }

  /** Like `isDue`, for a function of lists; the first value of a list stands for the others. */
  isDueAfterLists(operands: readonly (readonly unknown[])[]): boolean {
    let characters = 0;
    let values = 1;
    for (const list of operands) {
      characters += lengthOf(list[0]) * list.length;
      values += list.length + 1;
    }
    return this.#took(characters, values);
  }

  #took(characters: number, values: number): boolean {
    this.#left -= characters * this.#weight + values * workOfValue;
    if (this.#left > 0 || this.#clock === undefined) return false;
    this.#left = workOfLook;
    return this.#clock();
  }
}

/** One more than the length of a text, so that an empty one counts too; 0 for other values. */
function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length + 1 : 0;
}

function lengthOfAll(values: readonly unknown[]): number {
  let characters = 0;
  for (let at = 0; at < values.length; at++) characters += lengthOf(values[at]);
  return characters;
}
