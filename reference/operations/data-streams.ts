import { defined } from '../base/assert.ts';
import { policyNameOf } from '../lifecycle/state.ts';
import type { DataStream } from '../store/catalog/data-streams.ts';
import { findDataStreams } from '../store/catalog/data-streams.ts';
import { timestampField } from '../store/documents/check-timestamp.ts';
import type { Operation } from './operation.ts';
import { acknowledged, done } from './operation.ts';
import type { Service } from './service.ts';
import { splitNames } from './targets.ts';

/** Creates a data stream with its first backing index. */
export const createDataStream: Operation<'createDataStream'> = ({ path }, service) => {
  service.catalog.createDataStream(path.name);
  return acknowledged();
};

/** Returns data streams by names and patterns. */
export const getDataStream: Operation<'getDataStream'> = ({ path }, service) => {
  const names = path.name === undefined ? ['*'] : splitNames(path.name, 'data stream');
  const found = findDataStreams(names, service.catalog.dataStreams);
  return done({ data_streams: found.map((stream) => render(stream, service)) });
};

/** Deletes data streams with their backing indices, and releases the contexts of these indices. */
export const deleteDataStream: Operation<'deleteDataStream'> = ({ path }, service) => {
  const removed = service.catalog.deleteDataStreams(splitNames(path.name, 'data stream'));
  for (const { uuid, name } of removed) service.contexts.indexRemoved(uuid, name);
  return acknowledged();
};

/**
 * rollover.data-stream-generation: returns a data stream with its indices, of which the last one receives the writes.
 */
function render({ name, generation, template, indices }: DataStream, { catalog }: Service) {
  const members = indices.map((index) =>
    defined(catalog.get(index), `index [${index}] of a data stream`),
  );
  const writer = defined(members.at(-1), 'index of a data stream');
  const needsReplica = members.some(({ settings }) => settings.number_of_replicas > 0);
  return {
    name,
    timestamp_field: { name: timestampField },
    indices: members.map((index) => ({
      index_name: index.name,
      index_uuid: index.uuid,
      ilm_policy: policyNameOf(index),
    })),
    generation,
    status: needsReplica ? 'YELLOW' : 'GREEN',
    template,
    ilm_policy: policyNameOf(writer),
    hidden: false,
    system: false,
  };
}
