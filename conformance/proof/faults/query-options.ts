import type { Fault } from '../../run/mutation.ts';
import { editMembers } from '../async-interceptors.ts';
import { fault } from '../fault.ts';
import { onQueryReply } from '../format-interceptors.ts';
import { answer, bodyOf, without } from '../interceptors.ts';
import { gridIn, isQuery, onAnswer, onCells, textOfQuery } from '../query-interceptors.ts';

const figures = ['took', 'is_partial', 'documents_found', 'values_loaded'] as const;

const nothing = { took: 0, is_partial: false, documents_found: 0, values_loaded: 0 };

/** Faults of single options of a query, and of single kinds of answers. */
export const queryOptionFaults: readonly Fault[] = [
  ...figures.map((name) =>
    fault(
      `answers-of-filtered-documents-without-${name.replace('_', '-')}`,
      ['query.figures-in-every-answer'],
      () =>
        onQueryReply((reply, request) =>
          'filter' in bodyOf(request)
            ? editMembers(reply, (members) => without(members, name))
            : reply,
        ),
    ),
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
