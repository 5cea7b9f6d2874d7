import type { ResolveOptions } from '../store/catalog-types.ts';

/** Parameters that say how an index expression is read. */
export interface TargetParameters {
  readonly allow_no_indices?: boolean | undefined;
  readonly ignore_unavailable?: boolean | undefined;
  readonly expand_wildcards?: string | undefined;
}

/** Takes the parameters of a request; gives the options with which its target is looked up. */
export function resolveOptions(query: TargetParameters): ResolveOptions {
  return {
    allow_no_indices: query.allow_no_indices,
    ignore_unavailable: query.ignore_unavailable,
    expand_wildcards: query.expand_wildcards?.split(','),
  };
}

/** Gives a comma-separated list as its entries; an empty or absent one has none. */
export function splitList(list: string | undefined): readonly string[] {
  return list === undefined ? [] : list.split(',').filter((entry) => entry !== '');
}
