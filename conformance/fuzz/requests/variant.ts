import fc from 'fast-check';
import type { StepRequest } from '../../client/step-request.ts';
import { type DocumentFormat, documentFormats, mediaTypes } from '../../decode/formats.ts';
import { excessIn } from '../../driver/exchange.ts';
import { ownerOf } from '../../description/described-places.ts';
import { requestProblems } from '../../driver/openapi-check.ts';
import { type Parameter, parametersOf } from './parameters.ts';
import { listedAt, type Place, placesOf, replaced, type Way } from './places.ts';
import type { ValidRequest } from './valid-requests.ts';

/** Most members that a variant leaves out, and most that it gives another value. */
const maxEdits = 3;

/** A change of a body that the description may allow: a value that it lists, or nothing for a member left out. */
interface Edit {
  readonly at: Way;
  readonly put: { readonly value: string } | undefined;
}

/** A request of which the body may be in another document format; its text is JSON until it is sent. */
export interface VariantRequest extends StepRequest {
  readonly format?: DocumentFormat;
}

/** Generates valid requests like a given one: with parameters, without some members, with other listed values. */
export function variantOf(valid: ValidRequest): fc.Arbitrary<VariantRequest> {
  const places = changeablePlaces(valid);
  const edits = [
    ...places.flatMap(({ way }) => (way.length === 0 ? [] : [{ at: way, put: undefined }])),
    ...listedEdits(places),
  ];
  const parameters = valid.isBodyOnly === true ? fc.constant([]) : parametersOf(valid.operation);
  return fc
    .record({
      parameters: fc.oneof(
        { arbitrary: fc.constant([]), weight: 1 },
        { arbitrary: parameters, weight: 2 },
      ),
      edits: fc.subarray(edits, { maxLength: Math.min(maxEdits, edits.length) }),
      format: fc.oneof(fc.constant<DocumentFormat>('json'), formatOf(valid)),
    })
    .map(({ parameters: some, edits: chosen, format }) =>
      inFormat(requestOf(valid, some, chosen), format),
    );
}

/**
 * Generates a request for each value that the description lists, all of them equally often: most variants of a request
 * have few of them.
 */
export function listedValueOf(all: readonly ValidRequest[]): fc.Arbitrary<VariantRequest> {
  const requests = all.flatMap((valid) =>
    listedEdits(changeablePlaces(valid)).map((edit) => ({
      key: `${ownerOfBody(valid)} ${edit.at.filter((one) => typeof one === 'string').join('/')}=${edit.put.value}`,
      request: requestOf(valid, [], [edit]),
    })),
  );
  const keys = [...new Set(requests.map(({ key }) => key))];
  const choices = keys.map((key) => fc.constantFrom(...requests.filter((one) => one.key === key)));
  return fc.oneof(...choices).map(({ request }) => request);
}

function changeablePlaces(valid: ValidRequest): readonly Place[] {
  return valid.isWhole === true ? [] : placesOf(valid);
}

/** An edit that puts a value that the description lists. */
type ListedEdit = Edit & { readonly put: { readonly value: string } };

function listedEdits(places: readonly Place[]): readonly ListedEdit[] {
  return places.flatMap(({ way, node }) =>
    [...new Set(listedAt(node))].map((value) => ({ at: way, put: { value } })),
  );
}

/** Where the description has the body of a request; one place for several operations. */
function ownerOfBody({ operation }: ValidRequest): string {
  const [media] = operation.requestMediaTypes;
  return media === undefined ? operation.id : ownerOf(media);
}

/** Generates the document formats that an operation takes. */
function formatOf({ operation, lines }: ValidRequest): fc.Arbitrary<DocumentFormat> {
  const taken = documentFormats.filter((format) =>
    operation.requestMediaTypes.some(({ mediaType }) => mediaType === mediaTypes[format]),
  );
  return taken.length === 0 || lines !== undefined
    ? fc.constant('json')
    : fc.constantFrom(...taken);
}

function inFormat(request: StepRequest, format: DocumentFormat): VariantRequest {
  return format === 'json' || request.body === undefined ? request : { ...request, format };
}

function requestOf(
  valid: ValidRequest,
  parameters: readonly Parameter[],
  edits: readonly Edit[],
): StepRequest {
  let request = plain(valid, valid.body);
  let { body } = valid;
  // The inner ones first: an outer one may remove what is around them.
  for (const { at, put } of edits.toReversed()) {
    const edited = replaced(body, at, put);
    const next = plain(valid, edited);
    if (!isAllowed(next)) continue;
    request = next;
    body = edited;
  }
  for (const [name, value] of parameters) {
    if (new URLSearchParams(request.path.split('?')[1] ?? '').has(name)) continue;
    const sign = request.path.includes('?') ? '&' : '?';
    const text = encodeURIComponent(value).replaceAll('%24', '$');
    const next = { ...request, path: `${request.path}${sign}${name}=${text}` };
    if (isAllowed(next)) request = next;
  }
  return request;
}

/** Returns a request as it stands in the table, with this body. */
export function plain({ operation, path, lines }: ValidRequest, body: unknown): StepRequest {
  const method = operation.method.toUpperCase();
  if (lines !== undefined) {
    const headers = { 'content-type': 'application/x-ndjson' };
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    return { method, path, headers, body: text };
  }
  return { method, path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
}

/** True if the description allows a request, and if it keeps the bounds of the kit. */
function isAllowed({ method, path, headers, body }: StepRequest): boolean {
  const named = (text: string): string => text.replaceAll('$', '');
  const text = typeof body === 'string' ? { body: named(body) } : {};
  const type = { 'content-type': 'application/json', ...headers };
  const wire = { method, path: named(path), headers: type, ...text };
  return requestProblems(wire).length === 0 && excessIn(wire) === undefined;
}
