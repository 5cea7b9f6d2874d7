import type { JsonValue, JsonObject } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import type { BodyPart } from '../base/body.ts';
import { shownSource, sourceIn } from '../search/filter-source.ts';
import type { ResolveOptions } from '../store/catalog-types.ts';
import type { StoredDocument, Index } from '../store/index-service.ts';
import type { RequestBody, Operation, QueryOf } from './operation.ts';
import { presence } from './operation.ts';
import type { Service } from './service.ts';
import { unflatten } from '../store/settings/setting.ts';
import { splitList } from '../base/units.ts';

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

/** Returns the body of a request as a part whose members can be read; `absent` is its value if there is no body. */
export function bodyPart(body: RequestBody | undefined, absent: JsonValue): BodyPart {
  return body === undefined
    ? { value: absent, text: '', path: [] }
    : { value: body.json(), text: body.text(), path: [] };
}

/**
 * index.document-calls: returns a document by its id. It can be read as soon as it is written, even before a refresh.
 */
export const getDocument: Operation<'getDocument'> = ({ path, query }, service) => {
  const { index, document } = find(path, query, service);
  if (document === undefined) {
    return { outcome: 'absent', body: { _index: index.name, _id: path.id, found: false } };
  }
  const { source, ...members } = document;
  return {
    outcome: 'done',
    body: { ...members, found: true, _source: shownSource(source, sourceIn(query) ?? true) },
  };
};

/** Answers 200 if the document exists, and 404 otherwise. */
export const documentExists: Operation<'documentExists'> = ({ path, query }, service) =>
  presence(find(path, query, service).document !== undefined);

function find(
  { index: name, id }: { readonly index: string; readonly id: string },
  { routing, refresh, realtime }: QueryOf<'documentExists'>,
  service: Service,
): { readonly index: Index; readonly document: StoredDocument | undefined } {
  const index = service.catalog.singleIndex(name);
  if (refresh === '' || refresh === 'true') index.refresh();
  const route = routing ?? index.aliases.get(name)?.search_routing;
  const document = index.get(id, route);
  const isHidden = realtime === false && document !== undefined && !isSearchable(index, document);
  return { index, document: isHidden ? undefined : document };
}

/** Returns whether searches see the newest version of a document, which a read that is not realtime requires. */
function isSearchable(index: Index, { _id, _seq_no }: StoredDocument): boolean {
  return index.snapshots().some(({ views }) =>
    views.some(({ segment, live }) => {
      const doc = segment.find(_id);
      return doc !== undefined && live.has(doc) && segment.sequence(doc) === _seq_no;
    }),
  );
}

/** The value of a setting, as it is shown. */
export type SettingValue = string | readonly string[];

/** Renders settings, given by their full names, flat or as nested objects. */
export function renderSettings(
  settings: ReadonlyMap<string, SettingValue>,
  flat: boolean,
): JsonObject {
  const sorted = [...settings].sort(([a], [b]) => (a < b ? -1 : 1));
  return flat ? Object.fromEntries(sorted) : unflatten(sorted);
}
