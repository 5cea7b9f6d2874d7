import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  type Binding,
  entryAt,
  type Placeholder,
  placeholdersIn,
  rightEntry,
  rightText,
  writingParameters,
} from '../placeholders.ts';
import { onQueryText } from '../query-interceptors.ts';

type Style = Placeholder['style'];

/** Faults of placeholders in queries. */
export const queryParameterFaults: readonly Fault[] = [
  fault('names-put-in-quotes', ['query-parameters.identifier-field'], () =>
    writingNames((name) => JSON.stringify(name)),
  ),
  fault('names-of-functions-all-the-same', ['query-parameters.identifier-function'], () =>
    writingNames((name, { isCalled }) => (isCalled ? 'MAX' : `\`${name}\``)),
  ),
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
    'bare-marks-begin-again-in-each-command',
    ['query-parameters.anonymous-value', 'query-parameters.anonymous-identifier'],
    () =>
      taking('anonymous', ({ turn }, params, text) => entryAt(turnInCommand(turn, text), params)),
  ),
  fault(
    'dotted-names-in-one-pair-of-quotes-with-their-marks',
    ['query-parameters.dotted-half'],
    () =>
      onQueryText((text) =>
        text.replace(/author\.\?\?\w*|\?\?\w*\.born/g, (name) => `\`${name}\``),
      ),
  ),
];

function writingNames(write: (name: string, place: Placeholder) => string): Interceptor {
  return writingParameters(
    rightly((entry, place) =>
      place.isName ? write(String(entry), place) : rightText(entry, place),
    ),
  );
}

function rightly(write: Binding['write']): Binding {
  return { entryOf: rightEntry, write };
}

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
