import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { gridIn, onAnswer, textOfQuery } from '../query-interceptors.ts';

/** The clause for each figure of an answer. */
const members = {
  took: 'query.took-integer',
  is_partial: 'query.is-partial-boolean',
  documents_found: 'query.documents-found-integer',
  values_loaded: 'query.values-loaded-integer',
} as const;

const figures = ['took', 'documents_found', 'values_loaded'] as const;

/** Faults of the members of the answers to queries. */
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
];

function onMember(name: string, edit: (value: unknown) => unknown): Interceptor {
  return onAnswer((answer) => ({ ...answer, [name]: edit(answer[name]) }));
}

function spelled(name: string): string {
  return name.replaceAll('_', '-');
}
