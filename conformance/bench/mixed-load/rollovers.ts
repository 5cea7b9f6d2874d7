import type { Activity } from './lane.ts';
import { check, oneOf, rollingAliases } from './lane.ts';

/** Indices that an alias keeps; older ones are deleted. */
const keptIndices = 4;

/** Gives an alias a new write index. */
export const rollOver: Activity = async (lane) => {
  const { rolled_over, new_index } = await lane.caller.json('POST /rolled/_rollover', {
    body: { conditions: { max_docs: 20 } },
  });
  check(
    rolled_over !== true || new_index !== undefined,
    () => 'POST /rolled/_rollover: no new_index',
  );
};

/** Deletes the oldest index of an alias with all of its documents. Only one lane may do this. */
export const dropOldest: Activity = async (lane) => {
  const alias = oneOf(lane, rollingAliases);
  const found = await lane.caller.json<object>(`GET /${alias}-*/_alias`);
  const names = Object.keys(found).sort();
  const [oldest] = names;
  if (oldest === undefined || names.length <= keptIndices) return;
  const documents = lane.ledger.namesOf(oldest);
  const pending = lane.ledger.begin(new Map(documents.map((name) => [name, undefined])), {
    whole: true,
  });
  await lane.caller.json(`DELETE /${oldest}`);
  pending.acknowledge();
};
