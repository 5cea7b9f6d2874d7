import type { Fault } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { listOf } from '../interceptors.ts';
import {
  type Placeholder,
  placeholdersIn,
  rightEntry,
  writingParameters,
} from '../placeholders.ts';
import { onQueryBody, textOfQuery } from '../query-interceptors.ts';

const styles = ['named', 'positional', 'anonymous'] as const;

/** Faults of placeholders in single styles, forms and places of a query. */
export const queryParameterPlaceFaults: readonly Fault[] = [
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
