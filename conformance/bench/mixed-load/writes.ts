import type { Answer } from './caller.ts';
import type { Outcome, Value } from './ledger.ts';
import { unknownValue } from './ledger.ts';
import type { Activity, Lane } from './lane.ts';
import {
  anchorsOf,
  anchorsPerLane,
  check,
  docsIndex,
  idsPerLane,
  oneOf,
  rollingAliases,
} from './lane.ts';

const bulkSize = 25;
const words = ['amber', 'basil', 'cedar', 'dune', 'ember', 'fjord', 'grove'];

/** Makes documents long enough that a truncated one is noticed. */
const padding = 'x'.repeat(300);

/** Stores one document, and reads it. */
export const putDocument: Activity = async (lane) => {
  const id = anyId(lane);
  const value = lane.fresh();
  const path = `/${docsIndex}/_doc/${id}`;
  const pending = lane.ledger.begin(one(`doc ${id}`, value));
  await lane.caller.json(`PUT ${path}${oneOf(lane, ['', '', '?refresh=true'])}`, {
    body: document(lane, id, value),
  });
  pending.acknowledge();
  const { _source } = await lane.caller.json(`GET ${path}`);
  check(_source?.value === value, () => `${path}: read ${_source?.value} after writing ${value}`);
};

/** Deletes one document, which may be absent. */
export const deleteDocument: Activity = async (lane) => {
  const id = `${lane.number}-${lane.below(idsPerLane)}`;
  const pending = lane.ledger.begin(one(`doc ${id}`, undefined));
  await lane.caller.json(`DELETE /${docsIndex}/_doc/${id}`, { statuses: [200, 404] });
  pending.acknowledge();
};

/** Stores and deletes several documents in one request. */
export const bulk: Activity = async (lane) => {
  const outcome = new Map<string, Value>();
  const lines: unknown[] = [];
  for (let count = 0; count < bulkSize; count++) {
    const id = anyId(lane);
    // A server that is killed may have carried out a part: then the earlier of two lines about a document counts.
    if (outcome.has(`doc ${id}`)) continue;
    if (lane.below(4) === 0 && !isAnchor(id)) {
      outcome.set(`doc ${id}`, undefined);
      lines.push({ delete: { _index: docsIndex, _id: id } });
      continue;
    }
    const value = lane.fresh();
    outcome.set(`doc ${id}`, value);
    lines.push({ index: { _index: docsIndex, _id: id } }, document(lane, id, value));
  }
  await sendBulk(lane, outcome, lines);
};

/** Stores the documents that are there for the whole run. */
export const putAnchors: Activity = async (lane) => {
  const values = anchorsOf(lane.number).map((id) => [id, lane.fresh()] as const);
  const lines = values.flatMap(([id, value]) => [
    { index: { _index: docsIndex, _id: id } },
    document(lane, id, value),
  ]);
  await sendBulk(lane, new Map(values.map(([id, value]) => [`doc ${id}`, value])), lines);
};

/** Adds a document to an alias whose write index changes. */
export const appendDocument: Activity = async (lane) => {
  const alias = oneOf(lane, rollingAliases);
  const value = lane.fresh();
  const pending = lane.ledger.begin(one(`added ${value}`, unknownValue));
  const body = { id: value, value, anchor: false };
  const { _index = '' } = await lane.caller.json(`POST /${alias}/_doc`, { body });
  pending.acknowledge(one(`added ${value}`, _index));
};

/** Replaces a policy or a template of the lane. */
export const putDefinition: Activity = async (lane) => {
  const value = lane.fresh();
  const name = `own-${lane.number}`;
  const kind = oneOf(lane, ['policy', 'template']);
  const pending = lane.ledger.begin(one(`${kind} ${name}`, value));
  if (kind === 'policy') {
    await lane.caller.json(`PUT /_ilm/policy/${name}`, {
      body: { policy: { _meta: { value }, phases: {} } },
    });
  } else {
    const body = { index_patterns: [`${name}-*`], _meta: { value } };
    await lane.caller.json(`PUT /_index_template/${name}`, { body });
  }
  pending.acknowledge();
};

/** Creates an index, or deletes it with its documents. */
export const createOrDropIndex: Activity = async (lane) => {
  const name = `own-${lane.number}-${lane.below(3)}`;
  const exists = lane.ledger.valueOf(`index ${name}`) !== undefined;
  const pending = lane.ledger.begin(one(`index ${name}`, exists ? undefined : name));
  if (exists) await lane.caller.json(`DELETE /${name}`);
  else await lane.caller.json(`PUT /${name}`, { body: { settings: { number_of_shards: 1 } } });
  pending.acknowledge();
};

/** The body of a document. */
function document(lane: Lane, id: string, value: string): object {
  const n = lane.below(100_000);
  return {
    id,
    value,
    anchor: isAnchor(id),
    lane: `lane-${lane.number}`,
    n,
    word: words[n % words.length],
    text: `${words[lane.below(words.length)]} and ${words[lane.below(words.length)]}`,
    when: new Date(1_700_000_000_000 + n * 60_000).toISOString(),
    padding,
  };
}

async function sendBulk(lane: Lane, outcome: Outcome, lines: readonly unknown[]): Promise<void> {
  const pending = lane.ledger.begin(outcome);
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const { errors }: Answer = await lane.caller.json('POST /_bulk', { body });
  check(errors === false, () => 'POST /_bulk: an action failed');
  pending.acknowledge();
}

function anyId(lane: Lane): string {
  const at = lane.below(idsPerLane + anchorsPerLane);
  return at < idsPerLane ? `${lane.number}-${at}` : `${lane.number}-a${at - idsPerLane}`;
}

function isAnchor(id: string): boolean {
  return id.includes('-a');
}

function one(name: string, value: Value): Outcome {
  return new Map([[name, value]]);
}
