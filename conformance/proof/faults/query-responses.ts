import type { Fault, Interceptor } from '../../run/mutation.ts';
import { editMembers } from '../async-interceptors.ts';
import { fault } from '../fault.ts';
import { onQueryReply } from '../format-interceptors.ts';
import { answer, bodyOf, without } from '../interceptors.ts';
import { gridIn, isQuery, onAnswer, onCells, textOfQuery } from '../query-interceptors.ts';

/** The clause for each figure of an answer. */
const members = {
  took: 'query.took-integer',
  is_partial: 'query.is-partial-boolean',
  documents_found: 'query.documents-found-integer',
  values_loaded: 'query.values-loaded-integer',
} as const;

const figures = ['took', 'documents_found', 'values_loaded'] as const;

const nothing = { took: 0, is_partial: false, documents_found: 0, values_loaded: 0 };

/** Faults of the members of answers to queries, and of single options. */
export const queryResponseFaults: readonly Fault[] = [
  ...figures.flatMap((name): readonly Fault[] => [
    fault(`query-answer-with-${spelled(name)}-below-zero`, [members[name]], () =>
      onMember(name, () => -1),
    ),
    fault(`query-answer-with-${spelled(name)}-in-fractions`, [members[name]], () =>
      onMember(name, (value) => Number(value) + 0.5),
    ),
  ]),
  fault(
    'no-documents-found',
    [
      'query.documents-found-scan',
      'query.documents-found-plain-count',
      'query.values-loaded-one-field',
    ],
    () => onMember('documents_found', () => 0),
  ),
  fault(
    'one-document-found-for-each-answer',
    ['query.documents-found-scan', 'query.values-loaded-one-field'],
    () => onMember('documents_found', () => 1),
  ),
  fault('one-document-too-few-found', ['query.documents-found-scan'], () =>
    onMember('documents_found', (value) => Number(value) - 1),
  ),
  fault('plain-count-finds-twice-its-documents', ['query.documents-found-plain-count'], () =>
    onAnswer((answer, body) =>
      /COUNT\(\*\)/.test(textOfQuery(body))
        ? { ...answer, documents_found: 2 * Number(gridIn(answer).values[0]?.[0]) }
        : answer,
    ),
  ),
  fault(
    'values-loaded-once-for-each-column',
    ['query.values-loaded-one-field', 'query.values-loaded-several-fields'],
    () => onAnswer((answer) => ({ ...answer, values_loaded: gridIn(answer).columns.length })),
  ),
  fault(
    'no-values-loaded',
    ['query.values-loaded-one-field', 'query.values-loaded-several-fields'],
    () => onMember('values_loaded', () => 0),
  ),
  fault('values-loaded-with-a-hidden-one', ['query.values-loaded-one-field'], () =>
    onMember('values_loaded', (value) => Number(value) * 2),
  ),
  ...Object.keys(members).map((name) =>
    fault(
      `answers-of-filtered-documents-without-${spelled(name)}`,
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

function onMember(name: string, edit: (value: unknown) => unknown): Interceptor {
  return onAnswer((answer) => ({ ...answer, [name]: edit(answer[name]) }));
}

function spelled(name: string): string {
  return name.replaceAll('_', '-');
}
