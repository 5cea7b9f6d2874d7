import type { JsonValue } from '../base/json.ts';
import { showJson } from '../base/json.ts';
import { runInTurns } from '../base/work.ts';
import { startYielder } from '../base/yielder.ts';
import type { Index } from '../store/index-service.ts';
import { assignedReplicas } from '../store/index-service.ts';
import { defaultsBeside, flatten } from '../store/settings/setting.ts';
import type { Operation } from './operation.ts';
import { acknowledged, done, presence } from './operation.ts';
import type { SettingValue, TargetParameters } from './request-parts.ts';
import { renderSettings, resolveOptions } from './request-parts.ts';
import type { IndexSettings } from '../store/settings/index-settings.ts';
import { indexSettingRules } from '../store/settings/index-settings.ts';

/**
 * Creates an index. The optional body may define settings, aliases and mappings.
 *
 * index.create-response, index.create-without-body.
 */
export const createIndex: Operation<'createIndex'> = ({ path, body }, service) => {
  const index = service.catalog.create(path.index, body?.json());
  return done({ acknowledged: true, shards_acknowledged: true, index: index.name });
};

/** Returns settings, mappings and aliases of indices. */
export const getIndex: Operation<'getIndex'> = ({ path, query }, service) => {
  const indices = service.catalog.resolve(path.index, resolveOptions(query));
  const describe = (index: Index) => ({
    aliases: Object.fromEntries(index.aliases),
    mappings: index.mapping.toJson(),
    ...indexSettings(index, query),
  });
  return done(Object.fromEntries(indices.map((index) => [index.name, describe(index)])));
};

/** Answers 200 if the index exists, and 404 otherwise. */
export const indexExists: Operation<'indexExists'> = ({ path, query }, service) => {
  const options = { ...resolveOptions(query), ignore_unavailable: true };
  const names = path.index.split(',').filter((name) => name !== '');
  const found = names.map((name) => service.catalog.resolve(name, options));
  return presence(found.length > 0 && found.every((indices) => indices.length > 0));
};

/** Deletes indices and releases their scrolls and points in time. */
export const deleteIndex: Operation<'deleteIndex'> = ({ path, query }, service) => {
  const removed = service.catalog.delete(path.index, resolveOptions(query));
  for (const { uuid, name } of removed) service.contexts.indexRemoved(uuid, name);
  return acknowledged();
};

interface SettingsParameters extends TargetParameters {
  readonly flat_settings?: boolean | undefined;
  readonly include_defaults?: boolean | undefined;
}

/** Returns the settings of indices. */
export const getSettings: Operation<'getSettings'> = ({ path, query }, service) => {
  const indices = service.catalog.resolve(path.target, resolveOptions(query));
  return done(
    Object.fromEntries(indices.map((index) => [index.name, indexSettings(index, query)])),
  );
};

/** Changes settings of indices. */
export const putSettings: Operation<'putSettings'> = ({ path, query, body }, service) => {
  const options = { ...resolveOptions(query), preserve_existing: query.preserve_existing };
  service.catalog.updateSettings(path.target, body?.json(), options);
  return acknowledged();
};

/** Returns the settings of an index, including those that the service adds, as members of an answer. */
export function indexSettings(
  index: Index,
  { flat_settings, include_defaults }: SettingsParameters,
): Readonly<Record<string, unknown>> {
  const flat = flat_settings === true;
  const settings = new Map<string, SettingValue>([
    ['index.creation_date', String(index.created_ms)],
    ['index.uuid', index.uuid],
    ['index.provided_name', index.providedName],
    ['index.number_of_shards', String(index.settings.number_of_shards)],
    ['index.number_of_replicas', String(index.settings.number_of_replicas)],
    ...index.settings.flat,
    ...shownAnalysis(index.settings),
  ]);
  const rendered = { settings: renderSettings(settings, flat) };
  if (include_defaults !== true) return rendered;
  return {
    ...rendered,
    defaults: renderSettings(defaultsBeside(indexSettingRules, settings), flat),
  };
}

/** Returns what the settings say about analysis, as texts and lists of texts, so that a copy of them is complete. */
function shownAnalysis({ analysis }: IndexSettings): readonly (readonly [string, SettingValue])[] {
  return [...flatten(analysis)].map(([name, value]) => [
    `index.analysis.${name}`,
    Array.isArray(value) ? value.map((item: JsonValue) => showJson(item)) : showJson(value),
  ]);
}

/** Returns the mappings of indices. */
export const getMapping: Operation<'getMapping'> = ({ path, query }, service) => {
  const indices = service.catalog.resolve(path.target, resolveOptions(query));
  const mappings = indices.map(
    (index) => [index.name, { mappings: index.mapping.toJson() }] as const,
  );
  return done(Object.fromEntries(mappings));
};

/** Adds fields to the mappings of indices. */
export const putMapping: Operation<'putMapping'> = async ({ path, query, body }, service) => {
  const work = service.catalog.putMapping(path.target, body?.json(), resolveOptions(query));
  await runInTurns(work, startYielder(service.background));
  return acknowledged();
};

/** Makes all writes to indices visible to searches. */
export const refresh: Operation<'refresh'> = ({ path, query }, service) => {
  let total = 0;
  let successful = 0;
  for (const index of service.catalog.resolve(path.target, resolveOptions(query))) {
    const { number_of_shards, number_of_replicas } = index.settings;
    index.refresh();
    successful += number_of_shards * (1 + assignedReplicas(index));
    total += number_of_shards * (1 + number_of_replicas);
  }
  return done({ _shards: { total, successful, failed: 0 } });
};
