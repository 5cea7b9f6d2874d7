import { policyNameOf } from '../lifecycle/state.ts';
import type { DataStream } from '../store/catalog/data-streams.ts';
import { findDataStreams } from '../store/catalog/data-streams.ts';
import { timestampField } from '../store/documents/check-timestamp.ts';
import type { Operation } from './operation.ts';
import { acknowledged, done } from './operation.ts';
import type { Service } from './service.ts';
import { splitList } from './targets.ts';

export const createDataStream: Operation<'createDataStream'> = ({ path }, service) => {
  service.catalog.createDataStream(path.name);
  return acknowledged();
};

export const getAllDataStreams: Operation<'getAllDataStreams'> = (_, service) =>
  done({ data_streams: find(['*'], service) });

export const getDataStream: Operation<'getDataStream'> = ({ path }, service) =>
  done({ data_streams: find(splitList(path.name), service) });

/** The contexts of scrolls and points in time that hold its indices go with it. */
export const deleteDataStream: Operation<'deleteDataStream'> = ({ path }, service) => {
  const removed = service.catalog.deleteDataStreams(splitList(path.name));
  for (const { uuid, name } of removed) service.contexts.indexRemoved(uuid, name);
  return acknowledged();
};

function find(names: readonly string[], service: Service) {
  return findDataStreams(names, service.catalog.dataStreams).map((stream) =>
    render(stream, service),
  );
}

/** rollover.data-stream-generation: gives a data stream with its indices, the one that is written to last. */
function render({ name, generation, template, indices }: DataStream, { catalog }: Service) {
  const members = indices.flatMap((index) => catalog.get(index) ?? []);
  const writer = members.at(-1);
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
    ilm_policy: writer && policyNameOf(writer),
    hidden: false,
    system: false,
  };
}
