import { at, Mismatch } from '../../base/errors.ts';
import { jsonOf, valueAt } from '../../base/body.ts';
import { expectSuccess } from '../../client/expectations.ts';
import type { World } from '../../client/world.ts';

/** The number of clients that work at the same time. */
export const laneCount = 4;

/** Documents of each lane that are there from the beginning, and are changed but never deleted. */
export const anchorsPerLane = 100;

/** Ids of the other documents of each lane. */
const idsPerLane = 120;

const bulkSize = 25;
const words = ['amber', 'basil', 'cedar', 'dune', 'ember', 'fjord', 'grove'];

/** Makes documents long enough that a truncated one is noticed. */
const padding = 'x'.repeat(300);

/** The largest page of a search; the load keeps fewer documents. */
const maxHits = 10_000;

/** What a document must contain; undefined if there must be none. */
type Value = string | undefined;

/** One client. Only the lane itself writes its documents, so it knows what they must contain. */
export interface Lane {
  readonly number: number;
  /** Sends the requests of one activity, and closes at its end what they have opened. */
  readonly world: World;
  /** The values that each document of any lane may have: more than one after a write without an answer. */
  readonly written: Map<string, readonly Value[]>;
  /** A whole number from 0 to below `end`. */
  readonly below: (end: number) => number;
}

/** One thing that a lane does. Throws Mismatch if the server is wrong. */
export type Activity = (lane: Lane) => Promise<void>;

/** A request such as `GET /docs/_search`; a text is sent as lines, any other body as JSON. */
type Asking = readonly [line: string, body?: unknown];

/** Sends a request, and returns what is at a path of its answer. Throws Mismatch unless it is a success. */
export async function ask(world: World, [line, body]: Asking, member = ''): Promise<unknown> {
  const [method = '', path = ''] = line.split(' ');
  const headers = typeof body === 'string' ? { 'content-type': 'application/x-ndjson' } : {};
  // The description does not contain the test control.
  const deliberate = path.startsWith('/_test/');
  const exchange = await world.send({ method, path, headers, body, deliberate });
  expectSuccess(exchange);
  return valueAt(jsonOf(exchange), member);
}

/** Throws Mismatch unless both are the same when written as JSON. */
export function expectSame(expected: unknown, got: unknown, message: string): void {
  if (JSON.stringify(expected) === JSON.stringify(got)) return;
  throw new Mismatch(expected, got, message);
}

/** One of the entries of a list. */
export function oneOf<Entry>(lane: Lane, list: readonly Entry[]): Entry {
  return at(list, lane.below(list.length));
}

/** The ids of the documents that are never deleted. */
export function anchorIds(): readonly string[] {
  return Array.from({ length: laneCount }, (_, lane) => anchorsOf(lane)).flat();
}

function anchorsOf(lane: number): readonly string[] {
  return Array.from({ length: anchorsPerLane }, (_, at) => `${lane}-a${at}`);
}

function isAnchor(id: string): boolean {
  return id.includes('-a');
}

/** Stores one document, and reads it. */
export const putDocument: Activity = async (lane) => {
  const id = anyId(lane);
  const value = fresh(lane);
  const path = `/docs/_doc/${id}`;
  const refresh = oneOf(lane, ['', '', '?refresh=true']);
  const body = document(lane, id, value);
  await written(lane, new Map([[id, value]]), () =>
    ask(lane.world, [`PUT ${path}${refresh}`, body]),
  );
  const read = await ask(lane.world, [`GET ${path}`], '_source.value');
  expectSame(value, read, `what was just written to ${path}`);
};

/** Stores and deletes several documents in one request. */
export const bulk: Activity = async (lane) => {
  const ids = Array.from({ length: bulkSize }, () => anyId(lane));
  const isKept = (id: string): boolean => isAnchor(id) || lane.below(4) > 0;
  await sendBulk(lane, new Map(ids.map((id) => [id, isKept(id) ? fresh(lane) : undefined])));
};

/** Creates the index `docs`, and stores the documents that are there for the whole run. */
export async function createDocs(lanes: readonly Lane[]): Promise<void> {
  const { world } = at(lanes, 0);
  const keyword = { type: 'keyword' };
  const properties = {
    id: keyword,
    value: keyword,
    lane: keyword,
    word: keyword,
    anchor: { type: 'boolean' },
    n: { type: 'long' },
    text: { type: 'text' },
    when: { type: 'date' },
  };
  const settings = { number_of_shards: 2 };
  await ask(world, ['PUT /docs', { settings, mappings: { properties } }]);
  for (const lane of lanes) {
    await sendBulk(lane, new Map(anchorsOf(lane.number).map((id) => [id, fresh(lane)])));
  }
  await ask(world, ['POST /_refresh']);
}

/** Compares all documents with what was acknowledged; returns their number. Afterwards the found values are the right ones. */
export async function compareAll({ world, written: known }: Lane): Promise<number> {
  await ask(world, ['POST /_refresh']);
  const body = { size: maxHits, sort: ['id'] };
  const hits = (await ask(world, ['POST /docs/_search', body], 'hits.hits')) as readonly {
    readonly _id: string;
    readonly _source: { readonly value: string; readonly padding: string };
  }[];
  const found = new Map<string, Value>(
    hits.map(({ _id, _source: { value, padding: rest } }) => [
      _id,
      rest === padding ? value : `${value}, cut off`,
    ]),
  );
  expectSame(found.size, hits.length, 'the number of documents with different ids');
  const wrong = [...new Set([...known.keys(), ...found.keys()])].filter(
    (id) => !(known.get(id) ?? [undefined]).includes(found.get(id)),
  );
  for (const id of known.keys()) known.set(id, [found.get(id)]);
  const shown = wrong.map((id) => [id, found.get(id) ?? 'absent']);
  expectSame([], shown, 'documents that were not written so, after a start');
  return found.size;
}

/** Sends a write. Until it is acknowledged, its documents may have the new values or those of before. */
async function written(
  { written: known }: Lane,
  values: ReadonlyMap<string, Value>,
  send: () => Promise<unknown>,
): Promise<void> {
  for (const [id, value] of values) known.set(id, [...(known.get(id) ?? [undefined]), value]);
  await send();
  for (const [id, value] of values) known.set(id, [value]);
}

async function sendBulk(lane: Lane, values: ReadonlyMap<string, Value>): Promise<void> {
  const lines = [...values].flatMap(([_id, value]): readonly object[] => {
    const place = { _index: 'docs', _id };
    return value === undefined
      ? [{ delete: place }]
      : [{ index: place }, document(lane, _id, value)];
  });
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await written(lane, values, async () => {
    expectSame(false, await ask(lane.world, ['POST /_bulk', body], 'errors'), 'errors of a bulk');
  });
}

/** The body of a document. */
function document(lane: Lane, id: string, value: string): object {
  const n = lane.below(100_000);
  return {
    id,
    value,
    anchor: isAnchor(id),
    lane: `lane-${lane.number}`,
    n,
    word: oneOf(lane, words),
    text: `${oneOf(lane, words)} and ${oneOf(lane, words)}`,
    when: new Date(1_700_000_000_000 + n * 60_000).toISOString(),
    padding,
  };
}

/** A value that was never used before, but for an unlikely chance. */
function fresh(lane: Lane): string {
  return `${lane.number}-${lane.below(2 ** 32)}-${lane.below(2 ** 32)}`;
}

function anyId(lane: Lane): string {
  const chosen = lane.below(idsPerLane + anchorsPerLane);
  return chosen < idsPerLane
    ? `${lane.number}-${chosen}`
    : `${lane.number}-a${chosen - idsPerLane}`;
}
