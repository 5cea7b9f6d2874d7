import type { Fault } from '../../run/mutation.ts';
import {
  type Binding,
  entryAt,
  type Placeholder,
  placeholdersIn,
  rightEntry,
  rightText,
  writingParameters,
} from '../placeholders.ts';
import { onQueryMember, refusingQueries, textOfQuery } from '../query-interceptors.ts';
import { listOf } from '../interceptors.ts';

type Style = Placeholder['style'];

/** Faults of how a placeholder finds its entry. */
export const queryParameterStyleFaults: readonly Fault[] = [
  {
    name: 'named-placeholders-refused',
    clauses: [
      'query-parameters.named-value',
      'query-parameters.named-identifier',
      'query-parameters.named-shape',
      'query-parameters.kinds-combined-named',
      'query-parameters.dotted-named',
    ],
    start: () => refusingQueries((body) => /\?[a-z]/.test(textOfQuery(body))),
  },
  {
    name: 'marks-in-literals-taken-for-placeholders',
    clauses: [
      'query-parameters.anonymous-value',
      'query-parameters.positional-value',
      'query-parameters.named-value',
    ],
    start: () => refusingQueries((body) => /"[^"]*\?[^"]*"/.test(textOfQuery(body))),
  },
  {
    name: 'every-name-has-the-first-entry',
    clauses: ['query-parameters.named-value', 'query-parameters.named-identifier'],
    start: () => taking('named', (_, params) => entryAt(0, params)),
  },
  {
    name: 'names-take-the-entries-in-turn',
    clauses: [
      'query-parameters.named-shape',
      'query-parameters.kinds-combined-named',
      'query-parameters.dotted-named',
    ],
    start: () => taking('named', ({ turn }, params) => entryAt(turn, params)),
  },
  {
    name: 'names-stand-once-only',
    clauses: ['query-parameters.named-value'],
    start: () =>
      taking('named', (place, params, text) =>
        isRepeated(place, text) ? null : rightEntry(place, params),
      ),
  },
  {
    name: 'names-found-by-their-beginning',
    clauses: ['query-parameters.named-value'],
    start: () =>
      taking('named', (place, params) =>
        rightEntry({ ...place, label: place.label.split('_', 1)[0] ?? '' }, params),
      ),
  },
  {
    name: 'named-identifiers-in-turn',
    clauses: ['query-parameters.named-identifier'],
    start: () =>
      taking('named', (place, params) =>
        place.isName ? entryAt(place.turn, params) : rightEntry(place, params),
      ),
  },
  {
    name: 'named-entries-in-their-order-only',
    clauses: ['query-parameters.named-shape'],
    start: () =>
      refusingQueries((body) => {
        const names = listOf(body['params']).flatMap((one) => Object.keys(Object(one) as object));
        const used = placeholdersIn(textOfQuery(body)).map(({ label }) => label);
        const first = used.filter((label, at) => used.indexOf(label) === at);
        return names.length > 0 && names.join() !== first.join();
      }),
  },
  {
    name: 'places-counted-from-zero',
    clauses: [
      'query-parameters.positional-value',
      'query-parameters.positional-identifier',
      'query-parameters.positional-any-order',
    ],
    start: () => taking('positional', ({ label }, params) => entryAt(Number(label), params)),
  },
  {
    name: 'places-of-one-digit-only',
    clauses: ['query-parameters.positional-value'],
    start: () =>
      taking('positional', ({ label }, params) => entryAt(Number(label.slice(0, 1)) - 1, params)),
  },
  {
    name: 'places-taken-in-turn',
    clauses: [
      'query-parameters.positional-any-order',
      'query-parameters.kinds-combined-positional',
      'query-parameters.dotted-positional',
    ],
    start: () => taking('positional', ({ turn }, params) => entryAt(turn, params)),
  },
  {
    name: 'places-counted-by-kind',
    clauses: ['query-parameters.kinds-combined-positional'],
    start: () =>
      taking('positional', ({ turnOfKind, isName }, params) =>
        entryAt(isName ? turnOfKind : turnOfKind + 2, params),
      ),
  },
  {
    name: 'places-stand-once-only',
    clauses: ['query-parameters.positional-any-order'],
    start: () =>
      taking('positional', (place, params, text) =>
        isRepeated(place, text) ? null : rightEntry(place, params),
      ),
  },
  {
    name: 'identifiers-by-place-counted-from-the-end',
    clauses: ['query-parameters.positional-identifier', 'query-parameters.dotted-positional'],
    start: () =>
      taking('positional', (place, params) =>
        place.isName
          ? entryAt(params.length - Number(place.label), params)
          : rightEntry(place, params),
      ),
  },
  {
    name: 'bare-marks-take-the-last-entry-first',
    clauses: [
      'query-parameters.anonymous-value',
      'query-parameters.anonymous-identifier',
      'query-parameters.dotted-anonymous',
    ],
    start: () =>
      taking('anonymous', ({ turn }, params) => entryAt(params.length - 1 - turn, params)),
  },
  {
    name: 'bare-marks-all-take-the-first-entry',
    clauses: [
      'query-parameters.anonymous-value',
      'query-parameters.anonymous-identifier',
      'query-parameters.kinds-combined-anonymous',
      'query-parameters.dotted-anonymous',
    ],
    start: () => taking('anonymous', (_, params) => entryAt(0, params)),
  },
  {
    name: 'bare-marks-begin-again-in-each-command',
    clauses: ['query-parameters.anonymous-value', 'query-parameters.anonymous-identifier'],
    start: () =>
      taking('anonymous', ({ turn }, params, text) => entryAt(turnInCommand(turn, text), params)),
  },
  {
    name: 'bare-names-taken-before-bare-values',
    clauses: ['query-parameters.kinds-combined-anonymous'],
    start: () =>
      taking('anonymous', ({ isName, turnOfKind }, params, text) => {
        const names = placeholdersIn(text).filter((place) => place.isName).length;
        return entryAt(isName ? turnOfKind : names + turnOfKind, params);
      }),
  },
  {
    name: 'bare-values-taken-before-bare-names',
    clauses: ['query-parameters.kinds-combined-anonymous'],
    start: () =>
      taking('anonymous', ({ isName, turnOfKind }, params, text) => {
        const values = placeholdersIn(text).filter((place) => !place.isName).length;
        return entryAt(isName ? values + turnOfKind : turnOfKind, params);
      }),
  },
  {
    name: 'equal-entries-taken-for-one',
    clauses: ['query-parameters.anonymous-repeated-entry'],
    start: () => onQueryMember('params', (params) => [...new Set(listOf(params))]),
  },
  {
    name: 'equal-entries-refused',
    clauses: ['query-parameters.anonymous-repeated-entry'],
    start: () =>
      refusingQueries((body) => {
        const params = listOf(body['params']);
        return new Set(params).size < params.length;
      }),
  },
];

/** Binds the placeholders of one style wrongly, in queries that have only this style. */
function taking(style: Style, entryOf: Binding['entryOf']): ReturnType<Fault['start']> {
  return writingParameters({ entryOf, write: rightText }, (places) =>
    places.every((place) => place.style === style),
  );
}

/** True where the same placeholder stands before, by name or place. */
function isRepeated(place: Placeholder, text: string): boolean {
  const before = placeholdersIn(text).slice(0, place.turn);
  return before.some(({ label }) => label === place.label);
}

/** How many bare marks stand before one in its own command. */
function turnInCommand(turn: number, text: string): number {
  const counts = text.split('|').map((command) => placeholdersIn(command).length);
  let left = turn;
  for (const count of counts) {
    if (left < count) return left;
    left -= count;
  }
  return left;
}
