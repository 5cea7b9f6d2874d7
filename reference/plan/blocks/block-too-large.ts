import { ServiceError } from '../../base/service-error.ts';

/** Values that a computed column of a page may have: more would hold up others, and the memory of the process is not endless. */
export const maxValues = 2 ** 18;

/** UTF-16 units that the texts in a computed column of a page may have together. */
export const maxUnits = 2 ** 26;

/** The refusal of a page that grows out of bounds as it is computed; fewer rows at a time may fit. */
export class BlockTooLarge extends ServiceError {
  constructor(what: string, most: number) {
    super(
      'circuit_breaking_exception',
      `[request] Data too large, a computed column would have more than [${most}] ${what} at once`,
    );
  }
}
