import type { Fault } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { listOf } from '../interceptors.ts';
import {
  type Placeholder,
  placeholdersIn,
  rightEntry,
  writingParameters,
} from '../placeholders.ts';
import { onQueryBody, refusingQueries, textOfQuery } from '../query-interceptors.ts';

const styles = ['named', 'positional', 'anonymous'] as const;

/** The forms of placeholders that are refused. */
const refused: readonly (readonly [string, string, RegExp])[] = [
  ['named-functions', 'query-parameters.identifier-function', /\?\?[a-z]+\(/],
  ['functions-by-place', 'query-parameters.identifier-function', /\?\?\d+\(/],
  ['functions-outside-stats', 'query-parameters.identifier-function', /^(?!.*STATS).*\?\?\w*\(/],
  ['three-named-segments', 'query-parameters.dotted-named', /(?:\?\?[a-z]+\.){2}\?\?/],
  ['three-segments-by-place', 'query-parameters.dotted-positional', /(?:\?\?\d\.){2}\?\?/],
  ['three-bare-segments', 'query-parameters.dotted-anonymous', /(?:\?\?\.){2}\?\?/],
  ['a-segment-between-two', 'query-parameters.dotted-half', /\w\.\?\?\w*\.\w/],
  ['named-segments-in-conditions', 'query-parameters.dotted-named', /WHERE \?\?[a-z]+\./],
  ['named-segments-in-orders', 'query-parameters.dotted-named', /SORT \?\?[a-z]+\./],
  ['segments-by-place-in-new-columns', 'query-parameters.dotted-positional', /EVAL [^|]*\?\?\d\./],
  ['bare-segments-in-figures', 'query-parameters.dotted-anonymous', /\(\?\?\.|BY \?\?\./],
  ['half-names-in-conditions', 'query-parameters.dotted-half', /WHERE \w+\.\?\?/],
];

/** Faults of placeholders in single styles, forms and places of a query. */
export const queryParameterPlaceFaults: readonly Fault[] = [
  ...refused.map(([what, clause, form]) =>
    fault(`${what}-refused`, [clause], () =>
      refusingQueries((body) => form.test(textOfQuery(body))),
    ),
  ),
  ...styles.flatMap((style) => [
    pasting(
      `${style}-names-pasted`,
      (name, place) => place.style === style && !place.isCalled && name,
    ),
    pasting(
      `${style}-names-pasted-between-back-quotes`,
      (name, place) => place.style === style && !place.isCalled && `\`${name}\``,
    ),
    pasting(
      `${style}-functions-pasted`,
      (name, place) => place.style === style && place.isCalled && name,
    ),
  ]),
  fault('last-entry-used-again', ['query-parameters.anonymous-entry-used-once'], () =>
    onQueryBody((body) => {
      const params = listOf(body['params']);
      const places = placeholdersIn(textOfQuery(body));
      const isShort = places.length > params.length && params.length > 0;
      if (!isShort || places.some(({ style }) => style !== 'anonymous')) return body;
      return { ...body, params: places.map((_, at) => params[at] ?? params.at(-1)) };
    }),
  ),
];

/** Writes names as `write` returns them, in queries where it returns a text for every placeholder. */
function pasting(name: string, write: (name: string, place: Placeholder) => string | false): Fault {
  const start = () =>
    writingParameters(
      { entryOf: rightEntry, write: (entry, place) => String(write(String(entry), place)) },
      (places) => places.every((place) => place.isName && write('', place) !== false),
    );
  return fault(name, ['query-parameters.identifier-never-code'], start);
}
