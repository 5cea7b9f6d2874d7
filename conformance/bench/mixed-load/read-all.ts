import type { Answer, Caller, Source } from './caller.ts';
import { LoadViolation } from './caller.ts';
import { docsIndex, rollingAliases } from './lane.ts';

/** The largest page of a search; the load keeps fewer documents. */
const maxHits = 10_000;

type Names = readonly (readonly [name: string, value: string])[];

/** Reads everything that the lanes can have written. Throws LoadViolation if something is there twice. */
export async function readAll(
  caller: Caller,
  hasKeys: boolean,
): Promise<ReadonlyMap<string, string>> {
  await caller.json('POST /_refresh');
  const documents = await hits(caller, docsIndex);
  const added = await hits(caller, rollingAliases.map((alias) => `${alias}-*`).join());
  const parts: Names = [
    ...documents.map(({ _id, _source }) => [`doc ${_id}`, _source.value] as const),
    ...added.map(({ _index, _source }) => [`added ${_source.id}`, _index] as const),
    ...(await indices(caller)),
    ...(await definitions(caller)),
    ...(hasKeys ? await keys(caller) : []),
  ];
  const found = new Map(parts);
  if (found.size === parts.length) return found;
  const names = parts.map(([name]) => name);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  throw new LoadViolation(`found more than once: ${twice.slice(0, 5).join(', ')}`);
}

async function hits(caller: Caller, target: string) {
  const { hits }: Answer = await caller.json(`POST /${target}/_search`, {
    body: { size: maxHits, track_total_hits: true },
  });
  const list = hits?.hits ?? [];
  if (hits?.total?.value === list.length) return list;
  throw new LoadViolation(
    `${target}: ${list.length} of ${hits?.total?.value} documents in one page`,
  );
}

async function indices(caller: Caller): Promise<Names> {
  const found = await caller.json<object>('GET /own-*');
  return Object.keys(found).map((name) => [`index ${name}`, name] as const);
}

/** A policy or a template with the value that its lane gave it. */
interface Definition {
  readonly _meta?: Pick<Source, 'value'>;
}

async function definitions(caller: Caller): Promise<Names> {
  const policies =
    await caller.json<Readonly<Record<string, { readonly policy: Definition }>>>(
      'GET /_ilm/policy',
    );
  const { index_templates } = await caller.json<{
    readonly index_templates: readonly {
      readonly name: string;
      readonly index_template: Definition;
    }[];
  }>('GET /_index_template');
  const named = [
    ...Object.entries(policies).map(([name, { policy }]) => ({
      name,
      kind: 'policy',
      value: policy,
    })),
    ...index_templates.map(({ name, index_template }) => ({
      name,
      kind: 'template',
      value: index_template,
    })),
  ];
  return named.flatMap(({ name, kind, value }) =>
    value._meta === undefined ? [] : [[`${kind} ${name}`, value._meta.value] as const],
  );
}

async function keys(caller: Caller): Promise<Names> {
  const { api_keys = [] } = await caller.json('GET /_security/api_key');
  return api_keys.map(
    ({ name, invalidated }) => [`key ${name}`, invalidated ? 'invalidated' : 'valid'] as const,
  );
}
