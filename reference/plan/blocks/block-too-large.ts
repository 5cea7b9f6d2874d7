import { ServiceError } from '../../base/service-error.ts';

/** Maximum number of values in a computed column of a page: more would block the event loop and use too much memory. */
export const maxValues = 2 ** 18;

/** Maximum total length of the texts in a computed column of a page, in UTF-16 code units. */
export const maxUnits = 2 ** 26;

/** A computed page is too large; a page with fewer rows may fit. */
export class BlockTooLarge extends ServiceError {
  constructor(what: string, most: number) {
    super(
      'circuit_breaking_exception',
      `[request] Data too large, a computed column would have more than [${most}] ${what} at once`,
    );
  }
}
