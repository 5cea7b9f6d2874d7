import type { Interceptor } from '../run/mutation.ts';
import { eachMember, listOf, type Members, membersOf, onRequest, within } from './interceptors.ts';

/** Changes the mapping in every request that creates an index with a mapping. */
export function onMapping(edit: (mapping: Members) => Members): Interceptor {
  return onRequest(['create-index'], (body) => within(body, ['mappings'], edit));
}

/** Returns the mapping with every field changed, including fields inside objects; inner fields first. */
export function eachField(mapping: Members, edit: (field: Members) => Members): Members {
  return within(mapping, ['properties'], (fields) =>
    eachMember(fields, (field) => edit(eachField(membersOf(field), edit))),
  );
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
