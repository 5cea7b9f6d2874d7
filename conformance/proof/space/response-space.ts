import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../base/errors.ts';
import type { WireResponse } from '../../base/exchange.ts';
import { formatOf } from '../../decode/formats.ts';
import { responseFor } from '../../driver/openapi-check.ts';
import { type DerivedMutation, derived } from '../../run/mutation.ts';
import { refusal } from '../interceptors.ts';
import { statusClass, type KnownExchange } from '../../description/exchange-parts.ts';
import { editPlaces, type Occurrence, visitPlaces } from '../../description/json-places.ts';
import { type ScenarioMemory, valueOperators } from './operators.ts';
import { isTextFormat, textOperators } from './operators.ts';
import {
  isOpenBody,
  responseDocument,
  type WireDocument,
  withResponseDocument,
} from '../../description/wire-documents.ts';

/** Changes a response; returns undefined if it leaves it unchanged. */
export type ResponseEdit = (exchange: KnownExchange) => WireResponse | undefined;

/** The values of a place whose operators are looked for; the others have the same shape. */
const maxLooks = 4;

/** The statuses that mutations use in place of a success. */
const failures: Readonly<Record<string, number>> = { refused: 400, failing: 500 };

const headerOperators: readonly string[] = ['missing', 'constant', 'stale'];

/** Returns the mutations that change the response of this exchange. */
export function responseMutations(
  exchange: KnownExchange,
  memory: ScenarioMemory,
): readonly DerivedMutation[] {
  return [
    ...statusMutations(exchange),
    ...headerMutations(exchange, memory),
    ...bodyMutations(exchange, memory),
    ...textMutations(exchange),
  ];
}

/** Starts a mutation of responses. The edit is called only with exchanges of the operation of the mutation. */
export function startResponseEdit(mutation: DerivedMutation): ResponseEdit {
  const { place, operator } = mutation;
  if (place === 'status') return ({ response }) => otherStatus(response, mutation);
  if (place.startsWith('header/')) return headerEdit(place.slice('header/'.length), operator);
  if (place.endsWith('/text')) return textEdit(place.slice(0, -'/text'.length), operator);
  return bodyEdit(place, replacementOf(mutation));
}

function statusMutations({ operation, response }: KnownExchange): readonly DerivedMutation[] {
  const known = statusClass(response);
  if (known === 'other') return [];
  const isGiven = responseFor(operation, response.status)?.status === `${response.status}`;
  const operators = [
    ...(known === '2xx' ? Object.keys(failures) : ['accepted']),
    ...(isGiven ? [known === '2xx' ? 'other-success' : 'other-refusal'] : []),
  ];
  const subject = { operation: operation.id, side: 'response', place: 'status' } as const;
  return operators.map((operator) => derived({ ...subject, operator }));
}

function otherStatus(
  response: WireResponse,
  { operator, value = '{}' }: DerivedMutation,
): WireResponse | undefined {
  const known = statusClass(response);
  const success = known === '2xx';
  if (operator === 'other-success') return success ? swapped(response, 200, 201) : undefined;
  if (operator === 'other-refusal')
    return known === '4xx' ? swapped(response, 400, 404) : undefined;
  if (operator === 'accepted') {
    if (success) return undefined;
    const headers = { 'content-type': 'application/json' };
    return { ...response, status: 200, headers, body: Buffer.from(value) };
  }
  const status = defined(failures[operator], `operator ${operator} of a status`);
  return success ? refusal('illegal_state_exception', 'not possible', status) : undefined;
}

function swapped(response: WireResponse, first: number, second: number): WireResponse {
  return { ...response, status: response.status === first ? second : first };
}

function headersOf({ operation }: KnownExchange): readonly string[] {
  const described = operation.responses.flatMap(({ headers }) => headers);
  return [...new Set(described.map((name) => name.toLowerCase())), 'content-type'];
}

function headerMutations(
  exchange: KnownExchange,
  memory: ScenarioMemory,
): readonly DerivedMutation[] {
  const { operation, response } = exchange;
  if (statusClass(response) !== '2xx') return [];
  const isOpen = isOpenBody(operation, response);
  const present = headersOf(exchange).filter(
    (name) => name in response.headers && !(isOpen && name === 'content-type'),
  );
  return present.flatMap((name) => {
    const place = `header/${name}`;
    const before = memory.swap(`${operation.id} ${place}`, [response.headers[name]]);
    const isStale = before !== undefined && before[0] !== response.headers[name];
    const operators = headerOperators.filter((operator) => operator !== 'stale' || isStale);
    return operators.map((operator) =>
      derived({ operation: operation.id, side: 'response', place, operator }),
    );
  });
}

function headerEdit(name: string, operator: string): ResponseEdit {
  const known = headerOperators.find((one) => one === operator);
  defined(known, `operator ${operator} of a header`);
  let before: string | undefined;
  return ({ response }) => {
    const own = response.headers[name];
    if (own === undefined || statusClass(response) !== '2xx') return undefined;
    const { [name]: _, ...others } = response.headers;
    if (operator === 'missing') return { ...response, headers: others };
    const constant = name === 'content-type' ? 'text/plain' : 'maybe';
    const value = operator === 'constant' ? constant : (before ?? own);
    before = own;
    return value === own ? undefined : { ...response, headers: { ...others, [name]: value } };
  };
}

/** Returns the body of a success, unless the description leaves the body open. */
function judgedDocument({ operation, response }: KnownExchange): WireDocument | undefined {
  if (statusClass(response) !== '2xx' || isOpenBody(operation, response)) return undefined;
  return responseDocument(operation, response);
}

function bodyMutations(
  exchange: KnownExchange,
  memory: ScenarioMemory,
): readonly DerivedMutation[] {
  const document = judgedDocument(exchange);
  if (document === undefined) return [];
  const operation = exchange.operation.id;
  const found = new Map<string, DerivedMutation>();
  const values = new Map<string, unknown[]>();
  visitPlaces(document.value, document.node, (occurrence) => {
    const place = `${document.format}${occurrence.place}`;
    const earlier = values.get(place);
    if (earlier === undefined) values.set(place, [occurrence.value]);
    else earlier.push(occurrence.value);
    if (earlier !== undefined && earlier.length > maxLooks) return;
    for (const [operator, apply] of Object.entries(valueOperators)) {
      if (apply(occurrence) === occurrence.value) continue;
      const mutation = derived({ operation, side: 'response', place, operator });
      found.set(mutation.id, mutation);
    }
  });
  for (const [place, now] of values) {
    memory.note(`${operation} ${place}`, now);
    const before = memory.swap(`${operation} ${place}`, now);
    if (before === undefined || !now.some((value, at) => isOther(before[at], value))) continue;
    const stale = derived({ operation, side: 'response', place, operator: 'stale' });
    found.set(stale.id, stale);
  }
  return [...found.values()];
}

/** True if the earlier value can stand in for the later one and differs from it. */
function isOther(before: unknown, now: unknown): boolean {
  return before !== undefined && typeof before === typeof now && !isDeepStrictEqual(before, now);
}

function bodyEdit(place: string, replacement: Replacement): ResponseEdit {
  let before: readonly unknown[] = [];
  return (exchange) => {
    const document = judgedDocument(exchange);
    if (document === undefined) return undefined;
    const now: unknown[] = [];
    const edited = editPlaces(document.value, document.node, (occurrence) => {
      const { value } = occurrence;
      if (`${document.format}${occurrence.place}` !== place) return value;
      now.push(value);
      return replacement(occurrence, before[now.length - 1]);
    });
    before = now;
    if (edited === document.value) return undefined;
    return withResponseDocument(exchange.response, document, edited);
  };
}

/** Returns what stands in for a value; `before` is the value at the same place of the answer before. */
type Replacement = (occurrence: Occurrence, before: unknown) => unknown;

function replacementOf({ operator, value }: DerivedMutation): Replacement {
  if (operator === 'foreign') return () => value;
  if (operator === 'stale') {
    return ({ value: now }, before) => (isOther(before, now) ? before : now);
  }
  return defined(valueOperators[operator], `operator ${operator} of a value`);
}

function textMutations({ operation, response }: KnownExchange): readonly DerivedMutation[] {
  const format = formatOf(response.headers['content-type']);
  if (!isTextFormat(format) || statusClass(response) !== '2xx') return [];
  const text = Buffer.from(response.body).toString('utf8');
  return Object.entries(textOperators).flatMap(([operator, apply]) =>
    apply(text) === text
      ? []
      : [derived({ operation: operation.id, side: 'response', place: `${format}/text`, operator })],
  );
}

function textEdit(format: string, operator: string): ResponseEdit {
  const apply = defined(textOperators[operator], `operator ${operator} of a text`);
  return ({ response }) => {
    const own = formatOf(response.headers['content-type']);
    if (own !== format || !isTextFormat(own) || statusClass(response) !== '2xx') return undefined;
    const text = Buffer.from(response.body).toString('utf8');
    const edited = apply(text);
    return edited === text ? undefined : { ...response, body: Buffer.from(edited) };
  };
}
