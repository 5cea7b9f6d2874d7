import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, showJson } from '../base/json.ts';
import type { RequestBody } from '../operations/operation.ts';
import type { ServiceOperationId } from '../operations/spellings.ts';
import { handledOperation } from '../operations/spellings.ts';
import type { Handler, Shape } from './shape.ts';

const searchCalls: readonly string[] = ['search', 'continueScroll'];

/** True for searches and the following pages of a scroll. */
export function isSearch(id: ServiceOperationId): boolean {
  return searchCalls.includes(handledOperation(id));
}

/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** The shape that changes the member `hits` of the answers to searches. */
export function editingHits(edit: (hits: Members) => Members): Shape {
  const edited = (body: unknown): unknown => {
    const members = body as Members;
    return { ...members, hits: edit(members['hits'] as Members) };
  };
  return {
    handler: (handle, id): Handler =>
      isSearch(id)
        ? async (request, service) => {
            const reply = await handle(request, service);
            return { ...reply, body: edited(reply.body) };
          }
        : handle,
  };
}

/** The shape without totals. */
export function noTotals(): Shape {
  return editingHits((hits) => ({ ...hits, total: undefined }));
}

/** Changes each hit. */
export function eachHit(hits: unknown, edit: (hit: Members) => Members): unknown {
  return Array.isArray(hits) ? (hits as readonly Members[]).map(edit) : hits;
}

/** The shape whose hits have a score, whether or not they are sorted by a field. */
export function scoresAlways(): Shape {
  return editingHits((hits) => ({
    ...hits,
    hits: eachHit(hits['hits'], (hit) => ({ ...hit, _score: hit['_score'] ?? 0.5 })),
  }));
}

/** The shape without scores. */
export function scoresNull(): Shape {
  return editingHits((hits) => ({
    ...hits,
    max_score: null,
    hits: eachHit(hits['hits'], (hit) => ({ ...hit, _score: null })),
  }));
}

/** The shape that sorts documents without a value first, unless a request says where. */
export function missingFirst(): Shape {
  return {
    handler: (handle, id) =>
      isSearch(id)
        ? (request, service) => {
            const body = editSort(request.body, (entries) => ({ sort: entries.map(withMissing) }));
            return handle({ ...request, body }, service);
          }
        : handle,
  };
}

/** Returns a body with an edited sort; one that has no sort stays as it is. */
export function editSort(
  body: RequestBody | undefined,
  edit: (entries: readonly JsonValue[], json: JsonObject) => JsonObject,
): RequestBody | undefined {
  const json = body?.json();
  if (body === undefined || !isJsonObject(json) || json['sort'] === undefined) return body;
  const { sort } = json;
  const entries: readonly JsonValue[] = Array.isArray(sort) ? sort : [sort];
  const edited = { ...json, ...edit(entries, json) };
  const text = showJson(edited);
  return { ...body, bytes: Buffer.from(text), text: () => text, json: () => edited };
}

/** Leaves entries alone that sort by a part of the hit, such as `_score`. */
function withMissing(entry: JsonValue): JsonValue {
  const named: JsonValue = typeof entry === 'string' ? { [entry]: {} } : entry;
  if (!isJsonObject(named)) return entry;
  const [[field, options] = ['_', null], ...others] = Object.entries(named);
  if (field.startsWith('_') || others.length > 0) return entry;
  const given: JsonValue = typeof options === 'string' ? { order: options } : options;
  if (!isJsonObject(given)) return entry;
  const complete: JsonObject = { missing: '_first', ...given };
  return { [field]: complete };
}
