import type { Environment } from '../base/environment.ts';
import { randomText } from '../base/environment.ts';
import type { Journal } from '../base/journal.ts';
import { noJournal, RecordedMap } from '../base/journal.ts';
import { showJson } from '../base/json.ts';

const id_bytes = 16;

/** Returns the names and ids of a server: the ids in the journal, or new ones, which are added to it. */
export function newIdentity(environment: Environment, journal: Journal = noJournal) {
  const ids = new RecordedMap<string>(journal, {
    kind: 'identity',
    encode: (id) => id,
    decode: (stored) => showJson(stored),
  });
  const idOf = (name: string): string => {
    const id = ids.get(name) ?? randomText(environment, id_bytes);
    if (!ids.has(name)) ids.set(name, id);
    return id;
  };
  return {
    nodeId: idOf('node_id'),
    nodeName: 'reference-0',
    cluster_name: 'search-reference',
    cluster_uuid: idOf('cluster_uuid'),
    started_ms: environment.now(),
  };
}
