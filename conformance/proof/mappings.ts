import type { Interceptor } from '../run/mutation.ts';
import {
  bodyOf,
  eachMember,
  kindOf,
  listOf,
  type Members,
  membersOf,
  onRequest,
  targetOf,
  without,
} from './interceptors.ts';

/** Changes the mapping in every request that creates an index with a mapping. */
export function onMapping(edit: (mapping: Members) => Members): Interceptor {
  return onRequest(['create-index'], (body) =>
    body['mappings'] === undefined
      ? body
      : { ...body, mappings: edit(membersOf(body['mappings'])) },
  );
}

/** Returns the mapping with every field changed, including fields inside objects; inner fields first. */
export function eachField(
  mapping: Members,
  edit: (field: Members, name: string) => Members,
): Members {
  if (mapping['properties'] === undefined) return mapping;
  const fields = Object.entries(membersOf(mapping['properties'])).map(([name, field]) => [
    name,
    edit(eachField(membersOf(field), edit), name),
  ]);
  return { ...mapping, properties: Object.fromEntries(fields) as Members };
}

/** Writes each date of a document as if its offset were zero. */
export function withoutOffsets(): Interceptor {
  return onRequest(['write-document'], (body) =>
    eachMember(body, (value) =>
      typeof value === 'string' ? value.replace(/[+-]\d\d:\d\d$/, 'Z') : value,
    ),
  );
}

/** Maps every field of `type` as `other` instead. */
export function typeAs(type: string, other: string): () => Interceptor {
  return () =>
    onMapping((mapping) =>
      eachField(mapping, (field) => (field['type'] === type ? { ...field, type: other } : field)),
    );
}

/** Replaces one value of `dynamic` with another; undefined means that the member is absent. */
export function dynamicAs(value: unknown, other: unknown): () => Interceptor {
  return () =>
    onMapping((mapping) =>
      mapping['dynamic'] === value ? { ...mapping, dynamic: other } : mapping,
    );
}

/** Changes the targets of every `copy_to`; removes the parameter if `edit` returns no targets. */
export function editTargets(
  mapping: Members,
  edit: (targets: readonly string[], field: Members) => readonly string[],
): Members {
  return eachField(mapping, (field) => {
    if (field['copy_to'] === undefined) return field;
    const targets = edit(listOf(field['copy_to']).map(String), field);
    return targets.length === 0 ? without(field, 'copy_to') : { ...field, copy_to: targets };
  });
}

/** Returns the definitions of all fields of a mapping by their dotted paths. */
export function fieldsOf(mapping: Members, prefix = ''): ReadonlyMap<string, Members> {
  const found = new Map<string, Members>();
  for (const [name, field] of Object.entries(membersOf(mapping['properties']))) {
    found.set(`${prefix}${name}`, membersOf(field));
    for (const [path, inner] of fieldsOf(membersOf(field), `${prefix}${name}.`)) {
      found.set(path, inner);
    }
  }
  return found;
}

/** Returns the targets of `copy_to` that are not fields of the mapping. */
export function missingTargets(mapping: Members): readonly string[] {
  const known = fieldsOf(mapping);
  const targets = [...known.values()].flatMap((field) => listOf(field['copy_to']).map(String));
  return targets.filter((target) => !known.has(target));
}

/** Records the body that each index was created with; `of` returns it, or an empty object for an unknown index. */
export function rememberCreations(): {
  readonly intercept: Interceptor;
  readonly of: (index: string) => Members;
} {
  const bodies = new Map<string, Members>();
  return {
    intercept: (request, forward) => {
      const index = targetOf(request);
      if (kindOf(request) === 'create-index') bodies.set(index, bodyOf(request));
      return forward(request);
    },
    of: (index) => bodies.get(index) ?? {},
  };
}
