import type { WireRequest } from '../../base/exchange.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import { editMembers } from '../async-interceptors.ts';
import { onQueryReply } from '../format-interceptors.ts';
import { bodyOf, type Members } from '../interceptors.ts';
import { gridIn, refusingQueries, textOfQuery } from '../query-interceptors.ts';
import { onTextTable } from '../sql-interceptors.ts';
import { variantsOf } from '../variants-of.ts';

/** Variants of single options of a query, and of answers that the specification describes in part. */
export const queryOptionVariants: readonly Variant[] = [
  ...variantsOf('columns', 'the specification does not say how an answer shows a missing value', {
    'missing-values-as-empty-texts': () =>
      onCells(
        () => true,
        (cell) => cell ?? '',
      ),
  }),
  ...variantsOf('columns', 'the specification does not say how near approximate figures are', {
    'approximate-figures-three-times-too-large': () =>
      onCells(
        (request) => isApproximate(bodyOf(request)) && textOf(request).includes('STATS'),
        (cell) => (typeof cell === 'number' ? 3 * cell : cell),
      ),
  }),
  ...variantsOf('columnar', 'approximation is for STATS queries; others may refuse it', {
    'approximation-refused-without-stats': () =>
      refusingQueries((body) => isApproximate(body) && !textOfQuery(body).includes('STATS')),
  }),
  {
    name: 'sql-table-without-rows-is-empty',
    aspect: 'sql-text',
    because: 'the specification does not say that a text table without rows has names',
    start: () =>
      onTextTable((table) => (table.rows.length === 0 ? { names: '', rule: '', rows: [] } : table)),
  },
];

function onCells(
  fits: (request: WireRequest) => boolean,
  edit: (cell: unknown) => unknown,
): Interceptor {
  return onQueryReply((reply, request) =>
    fits(request)
      ? editMembers(reply, (members) => ({
          ...members,
          values: gridIn(members).values.map((line) => line.map(edit)),
        }))
      : reply,
  );
}

function textOf(request: WireRequest): string {
  return textOfQuery(bodyOf(request));
}

function isApproximate({ approximation }: Members): boolean {
  return approximation !== undefined && approximation !== false;
}
