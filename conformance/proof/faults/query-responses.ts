import type { Fault } from '../../run/mutation.ts';
import { gridIn, onAnswer, textOfQuery } from '../query-interceptors.ts';
import { without } from '../interceptors.ts';

/** The clause about each figure of an answer. */
const members = {
  took: 'query.took-integer',
  is_partial: 'query.is-partial-boolean',
  documents_found: 'query.documents-found-integer',
  values_loaded: 'query.values-loaded-integer',
} as const;

const figures = ['took', 'documents_found', 'values_loaded'] as const;

/** Faults of the members of the answers to queries. */
export const queryResponseFaults: readonly Fault[] = [
  ...Object.entries(members).map(([name, clause]) => ({
    name: `query-answer-without-${spelled(name)}`,
    clauses: [clause],
    start: () => onAnswer((answer) => without(answer, name)),
  })),
  ...figures.flatMap((name): readonly Fault[] => [
    {
      name: `query-answer-with-${spelled(name)}-as-text`,
      clauses: [members[name]],
      start: () => onMember(name, (value) => String(value)),
    },
    {
      name: `query-answer-with-${spelled(name)}-below-zero`,
      clauses: [members[name]],
      start: () => onMember(name, () => -1),
    },
    {
      name: `query-answer-with-${spelled(name)}-in-fractions`,
      clauses: [members[name]],
      start: () => onMember(name, (value) => Number(value) + 0.5),
    },
  ]),
  {
    name: 'is-partial-as-text',
    clauses: [members.is_partial],
    start: () => onMember('is_partial', (value) => String(value)),
  },
  {
    name: 'is-partial-as-number',
    clauses: [members.is_partial],
    start: () => onMember('is_partial', (value) => Number(value)),
  },
  {
    name: 'every-answer-is-partial',
    clauses: ['query.is-partial-false-when-complete'],
    start: () => onMember('is_partial', () => true),
  },
  {
    name: 'answers-below-their-limit-are-partial',
    clauses: ['query.is-partial-false-when-complete'],
    start: () =>
      onAnswer((answer, body) => {
        const limit = Number(/LIMIT (\d+)/.exec(textOfQuery(body))?.[1]);
        return { ...answer, is_partial: gridIn(answer).values.length < limit };
      }),
  },
  {
    name: 'no-documents-found',
    clauses: [
      'query.documents-found-scan',
      'query.documents-found-plain-count',
      'query.values-loaded-one-field',
    ],
    start: () => onMember('documents_found', () => 0),
  },
  {
    name: 'one-document-found-for-each-answer',
    clauses: ['query.documents-found-scan', 'query.values-loaded-one-field'],
    start: () => onMember('documents_found', () => 1),
  },
  {
    name: 'one-document-too-few-found',
    clauses: ['query.documents-found-scan'],
    start: () => onMember('documents_found', (value) => Number(value) - 1),
  },
  {
    name: 'plain-count-finds-twice-its-documents',
    clauses: ['query.documents-found-plain-count'],
    start: () =>
      onAnswer((answer, body) =>
        /COUNT\(\*\)/.test(textOfQuery(body))
          ? { ...answer, documents_found: 2 * Number(gridIn(answer).values[0]?.[0]) }
          : answer,
      ),
  },
  {
    name: 'one-value-too-many-loaded',
    clauses: ['query.values-loaded-one-field', 'query.values-loaded-several-fields'],
    start: () => onMember('values_loaded', (value) => Number(value) + 1),
  },
  {
    name: 'values-loaded-once-for-each-column',
    clauses: ['query.values-loaded-one-field', 'query.values-loaded-several-fields'],
    start: () =>
      onAnswer((answer) => ({ ...answer, values_loaded: gridIn(answer).columns.length })),
  },
  {
    name: 'no-values-loaded',
    clauses: ['query.values-loaded-one-field', 'query.values-loaded-several-fields'],
    start: () => onMember('values_loaded', () => 0),
  },
  {
    name: 'values-loaded-with-a-hidden-one',
    clauses: ['query.values-loaded-one-field'],
    start: () => onMember('values_loaded', (value) => Number(value) * 2),
  },
];

function onMember(name: string, edit: (value: unknown) => unknown): ReturnType<Fault['start']> {
  return onAnswer((answer) => ({ ...answer, [name]: edit(answer[name]) }));
}

function spelled(name: string): string {
  return name.replaceAll('_', '-');
}
