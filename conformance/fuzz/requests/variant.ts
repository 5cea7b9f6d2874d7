import fc from 'fast-check';
import type { StepRequest } from '../../client/step-request.ts';
import { excessIn } from '../../driver/harmless.ts';
import { requestProblems } from '../../driver/openapi-check.ts';
import { type Parameter, parametersOf } from './parameters.ts';
import { listedAt, placesOf, replaced, type Way } from './places.ts';
import type { ValidRequest } from './valid-requests.ts';

/** Most members that a variant leaves out, and most that it gives another value. */
const maxEdits = 3;

/** A change of a body that the description may allow: a value that it lists, or nothing for a member left out. */
interface Edit {
  readonly at: Way;
  readonly put: { readonly value: string } | undefined;
}

/** Generates valid requests like a given one: with parameters, without some members, with other listed values. */
export function variantOf(valid: ValidRequest): fc.Arbitrary<StepRequest> {
  const places = valid.isWhole === true ? [] : placesOf(valid);
  const edits = places.flatMap(({ way, node }): readonly Edit[] => [
    ...(way.length === 0 ? [] : [{ at: way, put: undefined }]),
    ...listedAt(node).map((value) => ({ at: way, put: { value } })),
  ]);
  const parameters = valid.isBodyOnly === true ? fc.constant([]) : parametersOf(valid.operation);
  return fc
    .record({
      parameters: fc.oneof(
        { arbitrary: fc.constant([]), weight: 1 },
        { arbitrary: parameters, weight: 2 },
      ),
      edits: fc.subarray(edits, { maxLength: Math.min(maxEdits, edits.length) }),
    })
    .map((chosen) => requestOf(valid, chosen.parameters, chosen.edits));
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
