import type { Index } from '../store/index-service.ts';
import type { Operation } from './operation.ts';
import { acknowledged, done } from './operation.ts';
import { renderSettings } from './render-settings.ts';
import type { TargetParameters } from './targets.ts';
import { resolveOptions } from './targets.ts';

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
  const settings = new Map([
    ['index.creation_date', String(index.created_ms)],
    ['index.uuid', index.uuid],
    ['index.provided_name', index.providedName],
    ['index.number_of_shards', String(index.settings.number_of_shards)],
    ['index.number_of_replicas', String(index.settings.number_of_replicas)],
    ...index.settings.flat,
  ]);
  const rendered = { settings: renderSettings(settings, flat) };
  if (include_defaults !== true) return rendered;
  const defaults = [...effectiveSettings(index)].filter(([name]) => !settings.has(name));
  return { ...rendered, defaults: renderSettings(new Map(defaults), flat) };
}

function effectiveSettings({ settings }: Index): ReadonlyMap<string, string> {
  const { refreshInterval_ms } = settings;
  return new Map([
    ['index.max_result_window', String(settings.max_result_window)],
    ['index.max_slices_per_scroll', String(settings.max_slices_per_scroll)],
    ['index.refresh_interval', refreshInterval_ms < 0 ? '-1' : `${refreshInterval_ms}ms`],
    ['index.number_of_routing_shards', String(settings.number_of_routing_shards)],
    ['index.mapping.total_fields.limit', String(settings.totalFieldsLimit)],
    ['index.mapping.depth.limit', String(settings.depthLimit)],
  ]);
}
