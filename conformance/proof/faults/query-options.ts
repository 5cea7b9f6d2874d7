import type { Fault } from '../../run/mutation.ts';
import { editMembers } from '../async-interceptors.ts';
import { fault } from '../fault.ts';
import { onQueryReply } from '../format-interceptors.ts';
import { answer, bodyOf, type Members, without } from '../interceptors.ts';
import {
  gridIn,
  isQuery,
  onAnswer,
  onCells,
  refusingQueries,
  textOfQuery,
} from '../query-interceptors.ts';

const figures = ['took', 'is_partial', 'documents_found', 'values_loaded'] as const;

/** The answers that lose a figure. */
const answersWithout: readonly (readonly [string, (body: Members) => boolean])[] = [
  ['of-stats', (body) => textOfQuery(body).includes('STATS')],
  ['without-rows', (body) => / n > 9 /.test(textOfQuery(body))],
  ['of-filtered-documents', (body) => 'filter' in body],
  ['by-column', (body) => body['columnar'] === true],
  ['without-an-index', (body) => textOfQuery(body).startsWith('ROW')],
];

/** The requests that are refused although they only repeat a default. */
const refusals: readonly (readonly [string, string, (body: Members) => boolean])[] = [
  ['empty-parameters', 'query-parameters.params-empty', ({ params }) => String(params) === ''],
  ['zone-utc', 'query.time-zone-utc', (body) => body['time_zone'] === 'UTC'],
  ['locale-en-us', 'query.locale-language-region', ({ locale }) => locale === 'en-US'],
];

const nothing = { took: 0, is_partial: false, documents_found: 0, values_loaded: 0 };

/** Faults of single options of a query, and of single kinds of answers. */
export const queryOptionFaults: readonly Fault[] = [
  ...answersWithout.flatMap(([kind, fits]) =>
    figures.map((name) =>
      fault(
        `answers-${kind}-without-${name.replace('_', '-')}`,
        ['query.figures-in-every-answer'],
        () =>
          onQueryReply((reply, request) =>
            fits(bodyOf(request)) ? editMembers(reply, (members) => without(members, name)) : reply,
          ),
      ),
    ),
  ),
  ...refusals.map(([what, clause, fits]) =>
    fault(`${what}-refused`, [clause], () => refusingQueries(fits)),
  ),
  fault(
    'null-for-a-query-answered-with-nothing',
    ['query.query-null'],
    () => (request, forward) =>
      isQuery(request) && bodyOf(request)['query'] === null
        ? Promise.resolve(answer(200, { ...nothing, columns: [], values: [] }))
        : forward(request),
  ),
  fault('values-loaded-is-documents-found', ['query.values-loaded-grows-with-fields'], () =>
    onAnswer((members) => ({ ...members, values_loaded: members['documents_found'] })),
  ),
  fault('approximate-figures-are-null', ['query.approximation-near'], () =>
    onCells((cell, { approximation }) => (approximation === undefined ? cell : null)),
  ),
  fault('approximate-figures-a-million-times-too-large', ['query.approximation-near'], () =>
    onCells((cell, { approximation }) => (approximation ? Number(cell) * 1e6 : cell)),
  ),
  fault('approximate-figures-a-million-times-too-small', ['query.approximation-near'], () =>
    onCells((cell, { approximation }) => (approximation ? Number(cell) / 1e6 : cell)),
  ),
  fault('approximation-loses-the-rows-of-documents', ['query.approximation-without-stats'], () =>
    onAnswer((members, body) =>
      body['approximation'] === true && !textOfQuery(body).includes('STATS')
        ? { ...members, values: [] }
        : members,
    ),
  ),
  fault('approximation-keeps-half-the-documents', ['query.approximation-without-stats'], () =>
    onAnswer((members, body) => {
      const { values } = gridIn(members);
      const isHalved = body['approximation'] === true && !textOfQuery(body).includes('STATS');
      return isHalved ? { ...members, values: values.filter((_, at) => at % 2 === 0) } : members;
    }),
  ),
];
