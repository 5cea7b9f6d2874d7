import { ServiceError, refuse } from '../../base/service-error.ts';
import type { ResolveOptions } from '../catalog-types.ts';
import type { Index } from '../index-service.ts';
import { checkStreamName } from './data-streams.ts';
import { invalidIndexName } from './names.ts';
import type { Names } from './resolve.ts';
import { resolveExpression } from './resolve.ts';

/** Throws if the name of a new index is taken. */
export function checkFreeName(name: string, { indices, aliases, streams }: Names): void {
  const taken = indices.get(name);
  if (taken !== undefined) {
    throw new ServiceError(
      'resource_already_exists_exception',
      `index [${name}/${taken.uuid}] already exists`,
      { metadata: { index_uuid: taken.uuid, index: name } },
    );
  }
  if (aliases.has(name)) throw invalidIndexName(name, 'already exists as alias');
  if (streams.has(name)) throw invalidIndexName(name, 'already exists as data stream');
}

/** Throws if the name of a new data stream is invalid or taken. */
export function checkFreeStreamName(name: string, { indices, aliases, streams }: Names): void {
  checkStreamName(name);
  if (!streams.has(name) && !indices.has(name) && !aliases.has(name)) return;
  throw new ServiceError(
    'resource_already_exists_exception',
    `data_stream [${name}] already exists`,
  );
}

/**
 * Returns the indices that an expression selects for deletion. Throws if it names an alias or a data stream, or selects
 * the write index of a data stream.
 */
export function indicesToDelete(
  expression: string,
  names: Names,
  options: ResolveOptions,
): readonly Index[] {
  if (/\*|(^|,)_all(,|$)/.test(expression) || expression === '') {
    refuse('Wildcard expressions or all indices are not allowed');
  }
  for (const part of expression.split(',')) {
    const isAlias = names.aliases.has(part);
    if (!isAlias && !names.streams.has(part)) continue;
    refuse(
      `The provided expression [${part}] matches ${isAlias ? 'an alias' : 'a data stream'}, specify the corresponding concrete indices instead.`,
    );
  }
  const own = { ...names, aliases: new Map(), streams: new Map() };
  const removed = resolveExpression(expression, own, options).map(({ index }) => index);
  for (const index of removed) checkRemovable(index, names);
  return removed;
}

/** Throws if an index is the write index of a data stream. */
export function checkRemovable(index: Index, { streams }: Pick<Names, 'streams'>): void {
  const stream = index.metadata.data_stream;
  if (stream === undefined || streams.get(stream)?.at(-1) !== index) return;
  refuse(
    `index [${index.name}] is the write index for data stream [${stream}] and cannot be deleted`,
  );
}
