import type { Fault } from '../../run/mutation.ts';
import {
  type Placeholder,
  placeholdersIn,
  rightEntry,
  rightText,
  writingParameters,
} from '../placeholders.ts';
import { onQueryText, refusingQueries, textOfQuery } from '../query-interceptors.ts';

type Places = readonly Placeholder[];

/** Faults of styles and kinds in one query, and of dotted names. */
export const queryParameterRuleFaults: readonly Fault[] = [
  {
    name: 'mixed-styles-accepted',
    clauses: [
      'query-parameters.no-named-with-positional',
      'query-parameters.no-named-with-anonymous',
      'query-parameters.no-positional-with-anonymous',
      'query-parameters.one-style-across-kinds',
    ],
    start: () => binding((places) => stylesOf(places).length > 1),
  },
  {
    name: 'named-with-positional-accepted',
    clauses: ['query-parameters.no-named-with-positional'],
    start: () => bindingStyles('named', 'positional'),
  },
  {
    name: 'named-with-anonymous-accepted',
    clauses: ['query-parameters.no-named-with-anonymous'],
    start: () => bindingStyles('anonymous', 'named'),
  },
  {
    name: 'positional-with-anonymous-accepted',
    clauses: ['query-parameters.no-positional-with-anonymous'],
    start: () => bindingStyles('anonymous', 'positional'),
  },
  {
    name: 'mixed-styles-break-the-server',
    clauses: [
      'query-parameters.no-named-with-positional',
      'query-parameters.no-named-with-anonymous',
      'query-parameters.no-positional-with-anonymous',
      'query-parameters.one-style-across-kinds',
    ],
    start: () => async (request, forward) => {
      const text = typeof request.body === 'string' ? request.body : '';
      const reply = await forward(request);
      const isMixed = request.path.startsWith('/_query') && stylesIn(text) > 1;
      return isMixed ? { ...reply, status: 500 } : reply;
    },
  },
  {
    name: 'styles-looked-at-for-each-kind-alone',
    clauses: ['query-parameters.one-style-across-kinds'],
    start: () =>
      binding((places) => {
        const names = stylesOf(places.filter((place) => place.isName));
        const values = stylesOf(places.filter((place) => !place.isName));
        return names.length === 1 && values.length === 1 && names[0] !== values[0];
      }),
  },
  {
    name: 'mixed-names-accepted',
    clauses: [
      'query-parameters.no-named-with-positional',
      'query-parameters.no-named-with-anonymous',
      'query-parameters.no-positional-with-anonymous',
    ],
    start: () =>
      binding((places) => places.every((place) => place.isName) && stylesOf(places).length > 1),
  },
  {
    name: 'values-and-names-together-refused',
    clauses: [
      'query-parameters.kinds-combined-named',
      'query-parameters.kinds-combined-positional',
      'query-parameters.kinds-combined-anonymous',
    ],
    start: () =>
      refusingQueries((body) => {
        const places = placeholdersIn(textOfQuery(body));
        return places.some((place) => place.isName) && places.some((place) => !place.isName);
      }),
  },
  {
    name: 'dotted-names-refused',
    clauses: [
      'query-parameters.dotted-named',
      'query-parameters.dotted-positional',
      'query-parameters.dotted-anonymous',
      'query-parameters.dotted-half',
    ],
    start: () =>
      refusingQueries((body) => placeholdersIn(textOfQuery(body)).some((place) => place.isSegment)),
  },
  {
    name: 'dotted-names-cut-at-the-dot',
    clauses: [
      'query-parameters.dotted-named',
      'query-parameters.dotted-positional',
      'query-parameters.dotted-anonymous',
      'query-parameters.dotted-half',
    ],
    start: () => onQueryText((text) => text.replace(/(\?\?\w*|\bauthor)\.(\?\?)?\w*/g, '$1')),
  },
  {
    name: 'dotted-names-in-one-pair-of-quotes-with-their-marks',
    clauses: ['query-parameters.dotted-half'],
    start: () =>
      onQueryText((text) =>
        text.replace(/author\.\?\?\w*|\?\?\w*\.born/g, (name) => `\`${name}\``),
      ),
  },
  {
    name: 'dotted-names-wholly-from-parameters-only',
    clauses: ['query-parameters.dotted-half'],
    start: () => refusingQueries((body) => /author\.\?\?|\?\?\w*\.born/.test(textOfQuery(body))),
  },
];

/** Binds queries that should be refused, each placeholder by its own style. */
function binding(fits: (places: Places) => boolean): ReturnType<Fault['start']> {
  return writingParameters({ entryOf: rightEntry, write: rightText }, fits);
}

/** The same for the queries that have exactly these two styles, in the order of letters. */
function bindingStyles(...styles: readonly string[]): ReturnType<Fault['start']> {
  return binding((places) => stylesOf(places).join() === styles.join());
}

function stylesOf(places: Places): readonly string[] {
  return [...new Set(places.map(({ style }) => style))].toSorted();
}

/** How many styles the placeholders of a query in a body of JSON have. */
function stylesIn(body: string): number {
  const text = /"query":\s*"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? '';
  return stylesOf(placeholdersIn(text.replaceAll('\\"', "'"))).length;
}
