import type { Index } from '../store/index-service.ts';
import { renderAliases } from './aliases.ts';
import { indexSettings } from './index-settings.ts';
import type { Operation } from './operation.ts';
import { acknowledged, done, presence } from './operation.ts';
import { resolveOptions } from './targets.ts';

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
    aliases: renderAliases(index.aliases),
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
