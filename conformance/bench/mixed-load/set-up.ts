import { defined } from '../../base/assert.ts';
import type { Lane } from './lane.ts';
import { docsIndex, rollingAliases } from './lane.ts';
import { putAnchors } from './writes.ts';

/** Creates the indices, the policy and the anchors of all lanes. */
export async function setUp(lanes: readonly Lane[]): Promise<void> {
  const { caller } = defined(lanes[0], 'lane');
  await caller.json('PUT /_cluster/settings', {
    body: { persistent: { 'indices.lifecycle.poll_interval': '1s' } },
  });
  const keyword = { type: 'keyword' };
  await caller.json(`PUT /${docsIndex}`, {
    body: {
      settings: { number_of_shards: 2 },
      mappings: {
        properties: {
          id: keyword,
          value: keyword,
          anchor: { type: 'boolean' },
          lane: keyword,
          n: { type: 'long' },
          word: keyword,
          text: { type: 'text' },
          when: { type: 'date' },
        },
      },
    },
  });
  await caller.json('PUT /_ilm/policy/turns', {
    body: { policy: { phases: { hot: { actions: { rollover: { max_docs: 20 } } } } } },
  });
  for (const alias of rollingAliases) {
    const settings =
      alias === 'rolled'
        ? {}
        : { 'index.lifecycle.name': 'turns', 'index.lifecycle.rollover_alias': alias };
    await caller.json(`PUT /_index_template/${alias}`, {
      body: { index_patterns: [`${alias}-*`], template: { settings } },
    });
    await caller.json(`PUT /${alias}-000001`, {
      body: { aliases: { [alias]: { is_write_index: true } } },
    });
  }
  await Promise.all(lanes.map(async (lane) => putAnchors(lane)));
  await caller.json('POST /_refresh');
}
