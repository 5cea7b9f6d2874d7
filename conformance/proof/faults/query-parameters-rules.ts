import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { answer, listOf } from '../interceptors.ts';
import {
  type Placeholder,
  placeholdersIn,
  rightEntry,
  rightText,
  writingParameters,
} from '../placeholders.ts';
import { onQueryBody, onQueryText, textOfQuery } from '../query-interceptors.ts';

type Places = readonly Placeholder[];

const styles = ['named', 'positional', 'anonymous'] as const;

/** Faults of the rules for placeholders, and of placeholders in single styles. */
export const queryParameterRuleFaults: readonly Fault[] = [
  fault(
    'mixed-styles-accepted',
    [
      'query-parameters.no-named-with-positional',
      'query-parameters.no-named-with-anonymous',
      'query-parameters.no-positional-with-anonymous',
      'query-parameters.one-style-across-kinds',
    ],
    () => binding((places) => stylesOf(places).length > 1),
  ),
  fault('named-with-positional-accepted', ['query-parameters.no-named-with-positional'], () =>
    bindingStyles('named', 'positional'),
  ),
  fault('named-with-anonymous-accepted', ['query-parameters.no-named-with-anonymous'], () =>
    bindingStyles('anonymous', 'named'),
  ),
  fault(
    'positional-with-anonymous-accepted',
    ['query-parameters.no-positional-with-anonymous'],
    () => bindingStyles('anonymous', 'positional'),
  ),
  fault(
    'mixed-styles-break-the-server',
    [
      'query-parameters.no-named-with-positional',
      'query-parameters.no-named-with-anonymous',
      'query-parameters.no-positional-with-anonymous',
      'query-parameters.one-style-across-kinds',
    ],
    () => async (request, forward) => {
      const text = typeof request.body === 'string' ? request.body : '';
      const reply = await forward(request);
      const isMixed = request.path.startsWith('/_query') && stylesIn(text) > 1;
      return isMixed ? answer(500, {}) : reply;
    },
  ),
  fault('styles-looked-at-for-each-kind-alone', ['query-parameters.one-style-across-kinds'], () =>
    binding((places) => {
      const names = stylesOf(places.filter((place) => place.isName));
      const values = stylesOf(places.filter((place) => !place.isName));
      return names.length === 1 && values.length === 1 && names[0] !== values[0];
    }),
  ),
  fault(
    'mixed-names-accepted',
    [
      'query-parameters.no-named-with-positional',
      'query-parameters.no-named-with-anonymous',
      'query-parameters.no-positional-with-anonymous',
    ],
    () => binding((places) => places.every((place) => place.isName) && stylesOf(places).length > 1),
  ),
  fault(
    'dotted-names-cut-at-the-dot',
    [
      'query-parameters.dotted-named',
      'query-parameters.dotted-positional',
      'query-parameters.dotted-anonymous',
      'query-parameters.dotted-half',
    ],
    () => onQueryText((text) => text.replace(/(\?\?\w*|\bauthor)\.(\?\?)?\w*/g, '$1')),
  ),
  fault(
    'dotted-names-in-one-pair-of-quotes-with-their-marks',
    ['query-parameters.dotted-half'],
    () =>
      onQueryText((text) =>
        text.replace(/author\.\?\?\w*|\?\?\w*\.born/g, (name) => `\`${name}\``),
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

/** Binds queries that have to be refused; binds each placeholder by its own style. */
function binding(fits: (places: Places) => boolean): Interceptor {
  return writingParameters({ entryOf: rightEntry, write: rightText }, fits);
}

/** Does the same for queries with exactly these two styles, which are given in alphabetical order. */
function bindingStyles(...styles: readonly string[]): Interceptor {
  return binding((places) => stylesOf(places).join() === styles.join());
}

function stylesOf(places: Places): readonly string[] {
  return [...new Set(places.map(({ style }) => style))].toSorted();
}

/** Returns the number of styles among the placeholders of a query in a JSON body. */
function stylesIn(body: string): number {
  const text = /"query":\s*"((?:[^"\\]|\\.)*)"/.exec(body)?.[1];
  if (text === undefined) return 0;
  return stylesOf(placeholdersIn(text.replaceAll('\\"', "'"))).length;
}

/** Writes names as `write` returns them, in queries where it returns a text for every placeholder. */
function pasting(name: string, write: (name: string, place: Placeholder) => string | false): Fault {
  const start = () =>
    writingParameters(
      { entryOf: rightEntry, write: (entry, place) => String(write(String(entry), place)) },
      (places) => places.every((place) => place.isName && write('', place) !== false),
    );
  return fault(name, ['query-parameters.identifier-never-code'], start);
}
