import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { answer } from '../interceptors.ts';
import {
  type Placeholder,
  placeholdersIn,
  rightEntry,
  rightText,
  writingParameters,
} from '../placeholders.ts';
import { onQueryText } from '../query-interceptors.ts';

type Places = readonly Placeholder[];

/** Faults of queries that mix styles and kinds of placeholders, and of dotted names. */
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
