import { defined } from '../base/assert.ts';
import { refuse, ServiceError } from '../base/service-error.ts';
import { globMatcher, selectNamed } from '../base/wildcard.ts';
import { policyNameOf } from '../lifecycle/state.ts';
import type { DataStream } from '../store/catalog/data-streams.ts';
import { findDataStreams } from '../store/catalog/data-streams.ts';
import type { Index } from '../store/index-service.ts';
import type { IndexTemplate } from '../store/catalog/templates.ts';
import { timestampField } from '../store/documents/read-growing.ts';
import type { Operation } from './operation.ts';
import { acknowledged, done, presence } from './operation.ts';
import type { Service } from './service.ts';
import { splitNames } from './request-parts.ts';

/** Creates or replaces an index template. */
export const putIndexTemplate: Operation<'putIndexTemplate'> = (
  { path, query, body },
  { catalog },
) => {
  catalog.templates.put(path.name, body?.json(), query.create === true);
  return acknowledged();
};

/** Returns index templates by names and patterns. */
export const getIndexTemplate: Operation<'getIndexTemplate'> = ({ path }, { catalog }) => {
  const found = selectNamed(catalog.templates, [path.name ?? '*'], templateNotFound);
  return done({ index_templates: found.map(renderTemplate) });
};

/** Answers 200 if a template matches the name, and 404 otherwise. */
export const indexTemplateExists: Operation<'indexTemplateExists'> = ({ path }, service) =>
  presence([...service.catalog.templates.keys()].some(globMatcher(path.name)));

/** Deletes templates. A template that a data stream uses cannot be deleted. */
export const deleteIndexTemplate: Operation<'deleteIndexTemplate'> = ({ path }, service) => {
  const { templates, dataStreams } = service.catalog;
  const names = splitNames(path.name, 'index template');
  const removed = selectNamed(templates, names, templateNotFound);
  const removedNames = new Set(removed.map(({ name }) => name));
  const users = [...dataStreams.values()].filter(({ template }) => removedNames.has(template));
  if (users.length > 0) {
    refuse(
      `unable to remove composable templates [${[...removedNames].join(', ')}] as they are in use by a data streams [${users.map(({ name }) => name).join(', ')}]`,
    );
  }
  for (const name of removedNames) templates.delete(name);
  return acknowledged();
};

function renderTemplate({ name, index_patterns, json }: IndexTemplate) {
  return { name, index_template: { ...json, index_patterns, composed_of: [] } };
}

function templateNotFound(name: string): ServiceError {
  return new ServiceError(
    'resource_not_found_exception',
    `index template matching [${name}] not found`,
  );
}

/** Creates a data stream with its first backing index. */
export const createDataStream: Operation<'createDataStream'> = ({ path }, service) => {
  service.catalog.createDataStream(path.name);
  return acknowledged();
};

/** Returns data streams by names and patterns. */
export const getDataStream: Operation<'getDataStream'> = ({ path }, service) => {
  const names = path.name === undefined ? ['*'] : splitNames(path.name, 'data stream');
  const found = findDataStreams(names, service.catalog.dataStreams);
  return done({ data_streams: found.map((stream) => renderStream(stream, service)) });
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
function renderStream({ name, generation, template, indices }: DataStream, { catalog }: Service) {
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
      ...managementOf(index),
    })),
    generation,
    status: needsReplica ? 'YELLOW' : 'GREEN',
    template,
    ilm_policy: policyNameOf(writer),
    next_generation_managed_by: managementOf(writer).managed_by,
    prefer_ilm: true,
    hidden: false,
    system: false,
    allow_custom_routing: false,
    replicated: false,
    rollover_on_write: false,
    settings: {},
    mappings: {},
  };
}

/** What the official clients require to know about who manages an index. */
function managementOf(index: Index) {
  const isManaged = policyNameOf(index) !== undefined;
  return {
    prefer_ilm: true,
    managed_by: isManaged ? 'Index Lifecycle Management' : 'Unmanaged',
  };
}
