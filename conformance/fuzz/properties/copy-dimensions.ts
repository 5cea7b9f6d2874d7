import fc from 'fast-check';
import { rowsIn } from '../dimensions/batches.ts';
import { copies, copyDimensions, type CopyRow } from '../dimensions/copy-dimensions.ts';
import { clausesIn } from '../dimensions/table.ts';
import { clausesOfRows, judging, triedIn } from '../dimensions/tried.ts';
import { copyOf, type Picks } from '../copies/copy.ts';
import { judgeCopy } from '../copies/copied.ts';
import { property, type TargetSupport } from '../property.ts';

/** Several copies, and which values their documents have. */
interface CopyCase {
  readonly rows: readonly CopyRow[];
  readonly picks: Picks;
}

const division = (support: TargetSupport) =>
  ({ table: copyDimensions(support), shared: [], most: 3 }) as const;

/** A copied value is found in its targets and nowhere else, whatever the mapping; what is refused is not stored. */
export const copyDimensionsAgree = property<CopyCase>({
  id: 'copy-dimensions',
  describe:
    'A copied value is found in its targets and nowhere else, as `dynamic` says; what is refused has changed nothing.',
  clauses: clausesIn(copies),
  clausesOf: ({ rows }, failure) => clausesOfRows(copies, rows, failure),
  needs: ['copy-to'],
  effort: 2,
  division,
  arbitrary: (support, batch) => {
    const pick = fc.nat({ max: 999 });
    return fc.record({ rows: rowsIn(division(support), batch), picks: fc.tuple(pick, pick) });
  },
  async holds(world, { rows, picks }) {
    for (const [number, row] of rows.entries()) {
      const given = { world, index: world.name(`i${number}`), copy: copyOf(row, picks) };
      if (await judging(row, judgeCopy(given, row))) triedIn(world).push(row);
    }
  },
});
