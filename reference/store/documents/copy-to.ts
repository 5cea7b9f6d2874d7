import { at } from '../../base/assert.ts';
import type { JsonValue } from '../../base/json.ts';
import type { JsonPath } from '../../base/json-range.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { Dynamic, LeafField } from '../field-type.ts';
import type { Mapping } from '../mapping.ts';
import { DocumentProblem, strictProblem } from './document-problem.ts';
import type { DynamicFields } from './dynamic-fields.ts';

/** The state of the document reader that copying needs. */
export interface CopyContext {
  readonly mapping: Mapping;
  readonly path: JsonPath;
  readonly dynamicFields: DynamicFields;
  addValue(field: LeafField, value: JsonValue): void;
}

/**
 * Copies one value of the document into the field with the full path `target`. The value gets the type and analysis of
 * the target (copy-to.copies-values, copy-to.target-range-query), and is not copied further by the target's own
 * `copy_to` (copy-to.not-recursive). The source is not modified (copy-to.source-unmodified). It is called for each name
 * (copy-to.name-as-string, copy-to.several-targets) and by every source (copy-to.several-sources). The path is relative
 * to the root (copy-to.full-path-object, copy-to.full-path-nested, copy-to.full-path-nested-value,
 * copy-to.short-name-is-root-field, copy-to.short-name-inside-object, copy-to.short-name-inside-nested,
 * copy-to.short-name-leaves-child-empty). A mapped target receives the value, regardless of `dynamic`
 * (copy-to.dynamic-false-mapped-target, copy-to.dynamic-strict-mapped-target). Throws if the target is an object, or is unmapped and `dynamic` is strict.
 */
export function copyValue(context: CopyContext, value: JsonValue, target: string): void {
  const field = context.mapping.field(target);
  if (field !== undefined) return context.addValue(field, value);
  if (context.mapping.object(target) !== undefined) {
    throw new DocumentProblem(
      context.path,
      `Cannot copy to field [${target}] since it is mapped as an object`,
    );
  }
  addTarget(context, value, target);
}

/**
 * Handles an unmapped target according to `dynamic` of the objects around it: it is added
 * (copy-to.dynamic-true-adds-target, copy-to.dynamic-default-adds-target), ignored (copy-to.dynamic-false-not-copied,
 * copy-to.dynamic-false-target-not-added, copy-to.dynamic-false-document-accepted) or refused
 * (copy-to.dynamic-strict-error, copy-to.dynamic-strict-error-status, copy-to.dynamic-strict-not-stored,
 * copy-to.short-name-strict-object, copy-to.short-name-strict-nested, copy-to.short-name-strict-exception-name,
 * copy-to.short-name-strict-nested-exception-name).
 */
function addTarget(context: CopyContext, value: JsonValue, target: string): void {
  const { mapping, path: documentPath } = context;
  const parts = target.split('.');
  let dynamic: Dynamic = mapping.root.dynamic ?? 'true';
  let within = '';
  let known = 0;
  for (; known < parts.length - 1; known++) {
    const path = parts.slice(0, known + 1).join('.');
    const leaf = mapping.field(path);
    if (leaf !== undefined) {
      throw new ServiceError(
        'mapper_parsing_exception',
        `Could not dynamically add mapping for field [${target}]. Existing mapping for [${path}] must be of type object but found [${leaf.type}].`,
      );
    }
    const object = mapping.object(path);
    if (object === undefined) break;
    dynamic = object.dynamic ?? dynamic;
    within = path;
  }
  if (dynamic === 'false') return;
  if (dynamic === 'strict') {
    throw strictProblem(documentPath, { member: at(parts, known), within });
  }
  context.dynamicFields.addLeaf(parts, value, documentPath);
}
