import type { WireRequest } from '../../base/exchange.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import { editMembers } from '../async-interceptors.ts';
import { onQueryReply } from '../format-interceptors.ts';
import { bodyOf, type Members } from '../interceptors.ts';
import { gridIn, refusingQueries, textOfQuery } from '../query-interceptors.ts';
import { onTextTable } from '../sql-interceptors.ts';

/** Variants of single options of a query, and of answers that the specification describes in part. */
export const queryOptionVariants: readonly Variant[] = [
  {
    name: 'missing-values-as-empty-texts',
    aspect: 'columns',
    because: 'the specification does not say how an answer shows a missing value',
    start: () =>
      onCells(
        () => true,
        (cell) => cell ?? '',
      ),
  },
  {
    name: 'line-breaks-in-literals-refused',
    aspect: 'columnar',
    because: 'the three quotes may be those around the member query',
    start: () => refusingQueries((body) => /"""[^"]*\n/.test(textOfQuery(body))),
  },
  {
    name: 'approximate-figures-three-times-too-large',
    aspect: 'columns',
    because: 'the specification does not say how near approximate figures are',
    start: () =>
      onCells(
        (request) => isApproximate(bodyOf(request)) && textOf(request).includes('STATS'),
        (cell) => (typeof cell === 'number' ? 3 * cell : cell),
      ),
  },
  {
    name: 'approximation-refused-without-stats',
    aspect: 'columnar',
    because: 'approximation is for STATS queries; others may refuse it',
    start: () =>
      refusingQueries((body) => isApproximate(body) && !textOfQuery(body).includes('STATS')),
  },
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
