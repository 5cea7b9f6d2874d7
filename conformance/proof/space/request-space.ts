import type { OperationDefinition } from '../../../spec/operations.ts';
import { defined } from '../../base/assert.ts';
import type { WireRequest } from '../../base/exchange.ts';
import { bareMediaType } from '../../decode/formats.ts';
import { type Condition, type DerivedMutation, derived } from '../../run/derived-mutation.ts';
import { partOf, partsOf, withPart } from './exchange-parts.ts';
import { editPlaces, kindOf, type Occurrence, visitPlaces } from './json-places.ts';
import type { KnownExchange } from './known-exchange.ts';
import { schemaNodeOf, valuesOf } from './schema-node.ts';
import { requestOperators, type ValueOperator } from './value-operators.ts';
import { requestDocument, withRequestDocument } from './wire-documents.ts';

/** Changes a request; returns undefined if it leaves it unchanged, and `refused` if the server is to refuse it. */
export type RequestEdit = (
  operation: OperationDefinition,
  request: WireRequest,
) => WireRequest | 'refused' | undefined;

/** The parts of a request that choose how an answer is written. */
const choosers = ['query/format', 'header/accept', 'header/content-type', 'query/columnar'];

/** Returns the mutations that change the request of this exchange, or refuse it. */
export function requestMutations(exchange: KnownExchange): readonly DerivedMutation[] {
  const { operation, request, response } = exchange;
  if (response.status >= 400) return [];
  const choices = choicesOf(request);
  const parts = partsOf(operation, request);
  const found = [
    ...parts.flatMap((place) => partMutations(exchange, place)),
    ...choices.flatMap((when) => refusedChoice(operation, when)),
    ...parts.flatMap((place) =>
      choices
        .filter((choice) => choice.place !== place)
        .map((when) => requestMutation(operation, { place, operator: 'ignored', when })),
    ),
    ...bodyMutations(exchange, choices),
  ];
  return [...new Map(found.map((mutation) => [mutation.id, mutation])).values()];
}

/** Starts a mutation of requests. The edit is called only with requests of the operation of the mutation. */
export function startRequestEdit({ place, operator, when }: DerivedMutation): RequestEdit {
  const edit = /^(?:query|header)\//.test(place)
    ? partEdit(place, operator)
    : bodyEdit(place, operator);
  if (when === undefined) return edit;
  return (operation, request) =>
    choicesOf(request).some((one) => one.place === when.place && one.value === when.value)
      ? edit(operation, request)
      : undefined;
}

/** Returns what a request says about how its answer is written. */
function choicesOf(request: WireRequest): readonly Condition[] {
  return choosers.flatMap((place) => {
    const value = partOf(request, place);
    if (value === undefined) return [];
    const shown = place.startsWith('header/') ? bareMediaType(value) : value;
    return [{ place, value: shown }];
  });
}

function requestMutation(
  { id }: OperationDefinition,
  change: Pick<DerivedMutation, 'place' | 'operator' | 'when'>,
): DerivedMutation {
  return derived({ operation: id, side: 'request', ...change });
}

function refusedChoice(
  operation: OperationDefinition,
  when: Condition,
): readonly DerivedMutation[] {
  return [requestMutation(operation, { place: when.place, operator: 'refused', when })];
}

function partMutations(
  { operation, request }: KnownExchange,
  place: string,
): readonly DerivedMutation[] {
  const names = Object.keys(requestOperators).filter(
    (name) => partEdit(place, name)(operation, request) !== undefined,
  );
  return [...names, 'refused'].map((name) => requestMutation(operation, { place, operator: name }));
}

function partEdit(place: string, operator: string): RequestEdit {
  return (operation, request) => {
    const value = partOf(request, place);
    if (value === undefined) return undefined;
    if (operator === 'refused') return 'refused';
    if (operator === 'ignored') return withPart(request, place, undefined);
    if (place.startsWith('header/')) return undefined;
    const edited = operatorNamed(operator)(partOccurrence(operation, place, value));
    const text = Array.isArray(edited) ? edited.join(',') : String(edited);
    return text === value ? undefined : withPart(request, place, text);
  };
}

function operatorNamed(operator: string): ValueOperator {
  return defined(requestOperators[operator], `operator ${operator} of a request`);
}

function partOccurrence(operation: OperationDefinition, place: string, text: string): Occurrence {
  const name = place.slice('query/'.length);
  const schema = operation.queryParameters.find((parameter) => parameter.name === name)?.schema;
  const allowed = schema === undefined ? [] : valuesOf(schemaNodeOf(schema));
  const flag = text === 'true' || text === 'false' ? text === 'true' : undefined;
  const value = flag ?? (text.includes(',') ? text.split(',') : text);
  return { place, kind: kindOf(value), value, allowed, isMember: true };
}

function bodyMutations(
  { operation, request }: KnownExchange,
  choices: readonly Condition[],
): readonly DerivedMutation[] {
  const document = requestDocument(operation, request);
  if (document === undefined) return [];
  const found: DerivedMutation[] = [];
  visitPlaces(document.value, document.node, (occurrence) => {
    const place = `${document.format}${occurrence.place}`;
    for (const [name, apply] of Object.entries(requestOperators)) {
      if (apply(occurrence) !== occurrence.value) {
        found.push(requestMutation(operation, { place, operator: name }));
      }
    }
    if (!occurrence.isMember || occurrence.place.includes('*')) return;
    found.push(requestMutation(operation, { place, operator: 'refused' }));
    const isOption = occurrence.place.lastIndexOf('/') === 0;
    if (!isOption) return;
    for (const when of choices)
      found.push(requestMutation(operation, { place, operator: 'ignored', when }));
  });
  return found;
}

function bodyEdit(place: string, operator: string): RequestEdit {
  return (operation, request) => {
    const document = requestDocument(operation, request);
    if (document === undefined) return undefined;
    let isThere = false;
    const edited = editPlaces(document.value, document.node, (occurrence) => {
      if (`${document.format}${occurrence.place}` !== place) return occurrence.value;
      isThere = true;
      return operator === 'refused' ? occurrence.value : operatorNamed(operator)(occurrence);
    });
    if (isThere && operator === 'refused') return 'refused';
    return edited === document.value ? undefined : withRequestDocument(request, document, edited);
  };
}
