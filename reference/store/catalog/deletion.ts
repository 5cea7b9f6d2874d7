import { refuse } from '../../base/service-error.ts';
import type { ResolveOptions } from '../catalog-types.ts';
import type { Index } from '../index-service.ts';
import type { Names } from './resolve.ts';
import { resolveExpression } from './resolve.ts';

interface DeletionOptions extends ResolveOptions {
  /** True if patterns are refused (action.destructive_requires_name). */
  readonly requiresName: boolean;
}

/**
 * Returns the indices that an expression selects for deletion. Throws if it names an alias or a data stream, or selects
 * the write index of a data stream.
 */
export function indicesToDelete(
  expression: string,
  names: Names,
  options: DeletionOptions,
): readonly Index[] {
  const isWide = /\*|(^|,)_all(,|$)/.test(expression) || expression === '';
  if (isWide && options.requiresName) {
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
