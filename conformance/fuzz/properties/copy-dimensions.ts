import fc from 'fast-check';
import { rowsIn } from '../dimensions/batches.ts';
import { copies, copyDimensions, type CopyRow } from '../dimensions/copy-dimensions.ts';
import { clausesIn } from '../dimensions/table.ts';
import { clausesOfRows, judging, triedIn } from '../dimensions/tried.ts';
import { copyOf, type Picks } from '../copies/copy.ts';
import { judgeCopy } from '../copies/copied.ts';
import { property } from '../property.ts';

/** Several copies, and which values their documents have. */
interface CopyCase {
  readonly rows: readonly CopyRow[];
  readonly picks: Picks;
}

/** A copied value is found in its targets and nowhere else, whatever the mapping; what is refused is not stored. */
export const copyDimensionsAgree = property<CopyCase>({
  id: 'copy-dimensions',
  describe:
    'A copied value is found in its targets and nowhere else, as `dynamic` says; what is refused has changed nothing.',
  clauses: clausesIn(copies),
  clausesOf: ({ rows }, failure) => clausesOfRows(copies, rows, failure),
  needs: ['copy-to'],
  effort: 6,
  dimensions: copyDimensions,
  arbitrary: (support, batch) => {
    const division = { table: copyDimensions(support), shared: [], most: 3 } as const;
    const pick = fc.nat({ max: 999 });
    return fc.record({ rows: rowsIn(division, batch), picks: fc.tuple(pick, pick) });
  },
  async holds(world, { rows, picks }) {
    for (const [number, row] of rows.entries()) {
      const given = { world, index: world.name(`i${number}`), copy: copyOf(row, picks) };
      if (await judging(row, judgeCopy(given, row))) triedIn(world).push(row);
    }
  },
});
