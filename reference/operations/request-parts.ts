import type { JsonValue } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import type { BodyPart } from '../search/body.ts';
import type { ResolveOptions } from '../store/catalog-types.ts';
import type { RequestBody } from './operation.ts';

/** Parameters that control how an index expression is resolved. */
export interface TargetParameters {
  readonly allow_no_indices?: boolean | undefined;
  readonly ignore_unavailable?: boolean | undefined;
  readonly expand_wildcards?: string | undefined;
}

/** Returns the options for resolving the target of a request. */
export function resolveOptions(query: TargetParameters): ResolveOptions {
  return {
    allow_no_indices: query.allow_no_indices,
    ignore_unavailable: query.ignore_unavailable,
    expand_wildcards: query.expand_wildcards?.split(','),
  };
}

/** Splits a comma-separated list of at least one name. Throws a ServiceError that names `what` if the list is empty. */
export function splitNames(list: string, what: string): readonly string[] {
  const names = splitList(list);
  return names.length > 0 ? names : refuse(`[${what}] must contain at least one name`);
}

/** Splits a comma-separated list; an absent list has no entries, and empty entries are dropped. */
export function splitList(list: string | undefined): readonly string[] {
  return list === undefined ? [] : list.split(',').filter((entry) => entry !== '');
}

/** Returns the body of a request as a part whose members can be read; `absent` is its value if there is no body. */
export function bodyPart(body: RequestBody | undefined, absent: JsonValue): BodyPart {
  return body === undefined
    ? { value: absent, text: '', path: [] }
    : { value: body.json(), text: body.text(), path: [] };
}
