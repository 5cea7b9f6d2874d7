import { memberOf } from './caller.ts';
import {
  type Activity,
  anchorsOf,
  anchorsPerLane,
  docsIndex,
  expectSame,
  idsPerLane,
  isAnchor,
  type Lane,
  oneOf,
  type Value,
} from './lane.ts';

const bulkSize = 25;
const words = ['amber', 'basil', 'cedar', 'dune', 'ember', 'fjord', 'grove'];

/** Makes documents long enough that a truncated one is noticed. */
const padding = 'x'.repeat(300);

/** The largest page of a search; the load keeps fewer documents. */
const maxHits = 10_000;

/** Stores one document, and reads it. */
export const putDocument: Activity = async (lane) => {
  const id = anyId(lane);
  const value = lane.fresh();
  const path = `/${docsIndex}/_doc/${id}`;
  const refresh = oneOf(lane, ['', '', '?refresh=true']);
  const body = document(lane, id, value);
  await written(lane, new Map([[id, value]]), () =>
    lane.caller.send(`PUT ${path}${refresh}`, { body }),
  );
  const read = await lane.caller.send(`GET ${path}`);
  expectSame(value, memberOf(read, '_source.value'), `what was just written to ${path}`);
};

/** Stores and deletes several documents in one request. */
export const bulk: Activity = async (lane) => {
  const ids = new Set(Array.from({ length: bulkSize }, () => anyId(lane)));
  const values = [...ids].map((id): readonly [string, Value] => [
    id,
    isAnchor(id) || lane.below(4) > 0 ? lane.fresh() : undefined,
  ]);
  await sendBulk(lane, new Map(values));
};

/** Creates the index of the documents. */
export async function createDocsIndex({ caller }: Lane): Promise<void> {
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
  await caller.send(`PUT /${docsIndex}`, { body: { settings, mappings: { properties } } });
}

/** Stores the documents of a lane that are there for the whole run. */
export const putAnchors: Activity = async (lane) => {
  await sendBulk(lane, new Map(anchorsOf(lane.number).map((id) => [id, lane.fresh()])));
};

/** Compares all documents with what was acknowledged; returns their number. Afterwards the found values are the right ones. */
export async function compareAll({ caller, written }: Lane): Promise<number> {
  await caller.send('POST /_refresh');
  const body = { size: maxHits, sort: ['id'] };
  const answer = await caller.send(`POST /${docsIndex}/_search`, { body });
  const hits = memberOf(answer, 'hits.hits') as readonly {
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
  const wrong = [...new Set([...written.keys(), ...found.keys()])].filter(
    (id) => !(written.get(id) ?? [undefined]).includes(found.get(id)),
  );
  for (const id of written.keys()) written.set(id, [found.get(id)]);
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
    const place = { _index: docsIndex, _id };
    return value === undefined
      ? [{ delete: place }]
      : [{ index: place }, document(lane, _id, value)];
  });
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await written(lane, values, async () => {
    const answer = await lane.caller.send('POST /_bulk', { body });
    expectSame(false, memberOf(answer, 'errors'), 'errors of POST /_bulk');
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

function anyId(lane: Lane): string {
  const at = lane.below(idsPerLane + anchorsPerLane);
  return at < idsPerLane ? `${lane.number}-${at}` : `${lane.number}-a${at - idsPerLane}`;
}
