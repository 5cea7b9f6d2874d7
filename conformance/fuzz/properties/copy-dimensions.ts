import fc from 'fast-check';
import { copies } from '../dimensions/copy-dimensions.ts';
import { propertyOver } from '../dimensions/property-over.ts';
import { judging, triedIn } from '../dimensions/tried.ts';
import { copyOf } from '../copies/copy.ts';
import { judgeCopy } from '../copies/copied.ts';

/** A number that chooses one of several values. */
const pick = fc.nat({ max: 999 });

/** A copied value is found in its targets and nowhere else, whatever the mapping; what is refused is not stored. */
export const copyDimensionsAgree = propertyOver({
  id: 'copy-dimensions',
  describe:
    'A copied value is found in its targets and nowhere else, as `dynamic` says; what is refused has changed nothing.',
  table: copies,
  needs: ['copy-to'],
  effort: 2,
  beside: () => fc.record({ picks: fc.tuple(pick, pick) }),
  async holds(world, { rows, picks }) {
    for (const [number, row] of rows.entries()) {
      const given = { world, index: world.name(`i${number}`), copy: copyOf(row, picks) };
      if (await judging(row, judgeCopy(given, row))) triedIn(world).push(row);
    }
  },
});
