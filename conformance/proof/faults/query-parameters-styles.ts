import { at } from '../../base/assert.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { listOf } from '../interceptors.ts';
import {
  type Binding,
  entryAt,
  type Placeholder,
  placeholdersIn,
  rightEntry,
  rightText,
  writingParameters,
} from '../placeholders.ts';
import { onQueryMember } from '../query-interceptors.ts';

type Style = Placeholder['style'];

/** Faults of the choice of the entry for a placeholder. */
export const queryParameterStyleFaults: readonly Fault[] = [
  fault(
    'every-name-has-the-first-entry',
    ['query-parameters.named-value', 'query-parameters.named-identifier'],
    () => taking('named', (_, params) => entryAt(0, params)),
  ),
  fault(
    'names-take-the-entries-in-turn',
    [
      'query-parameters.named-shape',
      'query-parameters.kinds-combined-named',
      'query-parameters.dotted-named',
    ],
    () => taking('named', ({ turn }, params) => entryAt(turn, params)),
  ),
  fault('names-stand-once-only', ['query-parameters.named-value'], () =>
    taking('named', (place, params, text) =>
      isRepeated(place, text) ? null : rightEntry(place, params),
    ),
  ),
  fault('names-found-by-their-beginning', ['query-parameters.named-value'], () =>
    taking('named', (place, params) =>
      rightEntry({ ...place, label: at(place.label.split('_', 1), 0) }, params),
    ),
  ),
  fault('named-identifiers-in-turn', ['query-parameters.named-identifier'], () =>
    taking('named', (place, params) =>
      place.isName ? entryAt(place.turn, params) : rightEntry(place, params),
    ),
  ),
  fault(
    'places-counted-from-zero',
    [
      'query-parameters.positional-value',
      'query-parameters.positional-identifier',
      'query-parameters.positional-any-order',
    ],
    () => taking('positional', ({ label }, params) => entryAt(Number(label), params)),
  ),
  fault('places-of-one-digit-only', ['query-parameters.positional-value'], () =>
    taking('positional', ({ label }, params) => entryAt(Number(label.slice(0, 1)) - 1, params)),
  ),
  fault(
    'places-taken-in-turn',
    [
      'query-parameters.positional-any-order',
      'query-parameters.kinds-combined-positional',
      'query-parameters.dotted-positional',
    ],
    () => taking('positional', ({ turn }, params) => entryAt(turn, params)),
  ),
  fault('places-counted-by-kind', ['query-parameters.kinds-combined-positional'], () =>
    taking('positional', ({ turnOfKind, isName }, params) =>
      entryAt(isName ? turnOfKind : turnOfKind + 2, params),
    ),
  ),
  fault('places-stand-once-only', ['query-parameters.positional-any-order'], () =>
    taking('positional', (place, params, text) =>
      isRepeated(place, text) ? null : rightEntry(place, params),
    ),
  ),
  fault(
    'identifiers-by-place-counted-from-the-end',
    ['query-parameters.positional-identifier', 'query-parameters.dotted-positional'],
    () =>
      taking('positional', (place, params) =>
        place.isName
          ? entryAt(params.length - Number(place.label), params)
          : rightEntry(place, params),
      ),
  ),
  fault(
    'bare-marks-take-the-last-entry-first',
    [
      'query-parameters.anonymous-value',
      'query-parameters.anonymous-identifier',
      'query-parameters.dotted-anonymous',
    ],
    () => taking('anonymous', ({ turn }, params) => entryAt(params.length - 1 - turn, params)),
  ),
  fault(
    'bare-marks-all-take-the-first-entry',
    [
      'query-parameters.anonymous-value',
      'query-parameters.anonymous-identifier',
      'query-parameters.kinds-combined-anonymous',
      'query-parameters.dotted-anonymous',
    ],
    () => taking('anonymous', (_, params) => entryAt(0, params)),
  ),
  fault(
    'bare-marks-begin-again-in-each-command',
    ['query-parameters.anonymous-value', 'query-parameters.anonymous-identifier'],
    () =>
      taking('anonymous', ({ turn }, params, text) => entryAt(turnInCommand(turn, text), params)),
  ),
  fault('bare-names-taken-before-bare-values', ['query-parameters.kinds-combined-anonymous'], () =>
    taking('anonymous', ({ isName, turnOfKind }, params, text) => {
      const names = placeholdersIn(text).filter((place) => place.isName).length;
      return entryAt(isName ? turnOfKind : names + turnOfKind, params);
    }),
  ),
  fault('bare-values-taken-before-bare-names', ['query-parameters.kinds-combined-anonymous'], () =>
    taking('anonymous', ({ isName, turnOfKind }, params, text) => {
      const values = placeholdersIn(text).filter((place) => !place.isName).length;
      return entryAt(isName ? values + turnOfKind : turnOfKind, params);
    }),
  ),
  fault('equal-entries-taken-for-one', ['query-parameters.anonymous-repeated-entry'], () =>
    onQueryMember('params', (params) => [...new Set(listOf(params))]),
  ),
];

/** Binds the placeholders of one style wrongly, in queries that have only this style. */
function taking(style: Style, entryOf: Binding['entryOf']): Interceptor {
  return writingParameters({ entryOf, write: rightText }, (places) =>
    places.every((place) => place.style === style),
  );
}

/** True if the same name or number occurs in an earlier placeholder. */
function isRepeated(place: Placeholder, text: string): boolean {
  const before = placeholdersIn(text).slice(0, place.turn);
  return before.some(({ label }) => label === place.label);
}

/** Returns the number of anonymous placeholders before a placeholder in the same command. */
function turnInCommand(turn: number, text: string): number {
  const counts = text.split('|').map((command) => placeholdersIn(command).length);
  let left = turn;
  for (const count of counts) {
    if (left < count) return left;
    left -= count;
  }
  return left;
}
