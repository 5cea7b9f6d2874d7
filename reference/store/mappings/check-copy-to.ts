import { refuse } from '../../base/service-error.ts';
import type { Mapping } from '../mapping.ts';

/**
 * Checks the targets of every `copy_to` of a mapping: they must not be objects, multi-fields, or in nested fields that
 * do not contain the source. An unmapped target is allowed here; it is checked when a document has a value. Throws
 * illegal_argument_exception.
 */
export function checkCopyTo(mapping: Mapping): void {
  const multiFields = new Set(
    [...mapping.leaves.values()].flatMap(({ fields }) => fields.map(({ name }) => name)),
  );
  for (const { name, copy_to, nestedPath } of mapping.leaves.values()) {
    if (copy_to.length > 0 && multiFields.has(name)) {
      refuse(`[copy_to] may not be used to copy from a multi-field: [${name}]`);
    }
    for (const target of copy_to) {
      if (mapping.object(target) !== undefined) {
        refuse(`Cannot copy to field [${target}] since it is mapped as an object`);
      }
      if (multiFields.has(target)) {
        refuse(`[copy_to] may not be used to copy to a multi-field: [${target}]`);
      }
      checkNested(nestedPath, nestedPathOf(mapping, target));
    }
  }
}

/** Takes a full path, mapped or not; returns the path of the innermost nested field that contains it. */
function nestedPathOf(mapping: Mapping, path: string): string | undefined {
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
    const object = mapping.object(path.slice(0, end));
    if (object !== undefined) return object.nestedPath;
  }
  return undefined;
}

function checkNested(source: string | undefined, target: string | undefined): void {
  if (target === undefined || source === target || source?.startsWith(`${target}.`) === true)
    return;
  refuse(
    'Illegal combination of [copy_to] and [nested] mappings: [copy_to] may only copy data to the current nested ' +
      `document or any of its parents, however one [copy_to] directive is trying to copy data from nested object [${source ?? 'null'}] to [${target}]`,
  );
}
