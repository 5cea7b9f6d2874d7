import { ServiceError } from '../../base/service-error.ts';

/** Values that a computed column of a page may have: more would block the event loop and use too much memory. */
export const maxValues = 2 ** 18;

/** UTF-16 units that the texts in a computed column of a page may have together. */
export const maxUnits = 2 ** 26;

/** A computed page is too large; fewer rows at a time may fit. */
export class BlockTooLarge extends ServiceError {
  constructor(what: string, most: number) {
    super(
      'circuit_breaking_exception',
      `[request] Data too large, a computed column would have more than [${most}] ${what} at once`,
    );
  }
}
