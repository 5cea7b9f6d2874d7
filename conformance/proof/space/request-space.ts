import type { OperationDefinition } from '../../../spec/operations.ts';
import { defined } from '../../base/errors.ts';
import type { WireRequest } from '../../base/exchange.ts';
import { bareMediaType } from '../../decode/formats.ts';
import { type Condition, type DerivedMutation, derived } from '../../run/mutation.ts';
import { partOf, partsOf, withPart, type KnownExchange } from '../../description/exchange-parts.ts';
import { editPlaces, type Occurrence, visitPlaces } from '../../description/json-places.ts';
import { schemaNodeOf, valuesOf } from '../../description/schema-node.ts';
import { type ScenarioMemory, requestOperators, type ValueOperator } from './operators.ts';
import { requestDocument, withRequestDocument } from '../../description/wire-documents.ts';

/** Changes a request; returns undefined if it leaves it unchanged, and `refused` if the server is to refuse it. */
export type RequestEdit = (
  operation: OperationDefinition,
  request: WireRequest,
) => WireRequest | 'refused' | undefined;

/** The parts of a request that choose how an answer is written. */
const choosers = ['query/format', 'header/accept', 'header/content-type', 'query/columnar'];

/** Returns the mutations that change the request of this exchange, or refuse it. */
export function requestMutations(
  exchange: KnownExchange,
  memory: ScenarioMemory,
): readonly DerivedMutation[] {
  const { operation, request, response } = exchange;
  const foreign = foreignMutations(exchange, memory);
  if (response.status >= 400) return foreign;
  const choices = choicesOf(request);
  const parts = partsOf(operation, request);
  const found = [
    ...parts.flatMap((place) => partMutations(exchange, place)),
    ...choices.map((when) =>
      requestMutation(operation, { place: when.place, operator: 'refused', when }),
    ),
    ...parts.flatMap((place) =>
      choices
        .filter((choice) => choice.place !== place)
        .map((when) => requestMutation(operation, { place, operator: 'ignored', when })),
    ),
    ...bodyMutations(exchange, choices),
    ...foreign,
  ];
  return [...new Map(found.map((mutation) => [mutation.id, mutation])).values()];
}

/** Starts a mutation of requests. The edit is called only with requests of the operation of the mutation. */
export function startRequestEdit({ place, operator, when }: DerivedMutation): RequestEdit {
  if (operator === 'foreign') return foreignEdit(place);
  const edit = isPart(place) ? partEdit(place, operator) : bodyEdit(place, operator);
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

/** Returns the texts of a request by their place: the ids and names of which two requests may have different ones. */
export function textsIn(
  operation: OperationDefinition,
  request: WireRequest,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const place of partsOf(operation, request)) {
    const value = partOf(request, place);
    if (value !== undefined) texts.set(place, value);
  }
  const document = requestDocument(operation, request);
  if (document === undefined) return texts;
  visitPlaces(document.value, document.node, ({ place, value }) => {
    const isOne = typeof value === 'string' && !place.includes('*');
    if (isOne) texts.set(`${document.format}${place}`, value);
  });
  return texts;
}

/** The mutations that take the last other text of an earlier request for that of this one, such as the id of another context. */
function foreignMutations(
  { operation, request }: KnownExchange,
  memory: ScenarioMemory,
): readonly DerivedMutation[] {
  return [...textsIn(operation, request)].flatMap(([place, text]) => {
    const before = memory.swap(`${operation.id} request ${place}`, [text]);
    if (before === undefined || before[0] === text) return [];
    return [requestMutation(operation, { place, operator: 'foreign' })];
  });
}

function foreignEdit(place: string): RequestEdit {
  let latest: string | undefined;
  let other: string | undefined;
  return (operation, request) => {
    const now = textsIn(operation, request).get(place);
    if (now === undefined) return undefined;
    // The same request again, such as one after a slow query that was not slow enough, is changed in the same way.
    if (now !== latest) [latest, other] = [now, latest];
    const text = other;
    if (text === undefined) return undefined;
    return isPart(place)
      ? withPart(request, place, text)
      : editedBody(operation, request, { place, edit: () => text });
  };
}

function isPart(place: string): boolean {
  return /^(?:query|header)\//.test(place);
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
  return { place, value, allowed, isMember: true };
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
    let isThere = false;
    const edit = (occurrence: Occurrence): unknown => {
      isThere = true;
      return operator === 'refused' ? occurrence.value : operatorNamed(operator)(occurrence);
    };
    const edited = editedBody(operation, request, { place, edit });
    return isThere && operator === 'refused' ? 'refused' : edited;
  };
}

/** Returns the request with another value at a place of its body; undefined if that changes nothing. */
function editedBody(
  operation: OperationDefinition,
  request: WireRequest,
  { place, edit }: { readonly place: string; readonly edit: ValueOperator },
): WireRequest | undefined {
  const document = requestDocument(operation, request);
  if (document === undefined) return undefined;
  const edited = editPlaces(document.value, document.node, (occurrence) =>
    `${document.format}${occurrence.place}` === place ? edit(occurrence) : occurrence.value,
  );
  return edited === document.value ? undefined : withRequestDocument(request, document, edited);
}
