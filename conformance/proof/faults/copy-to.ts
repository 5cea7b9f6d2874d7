import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  bodyOf,
  kindOf,
  listOf,
  type Members,
  membersOf,
  targetOf,
  withBody,
} from '../interceptors.ts';
import { editTargets, fieldsOf, onMapping, rememberCreations } from '../mappings.ts';

/** The faults of the chapter copy-to. */
export const copyToFaults: readonly Fault[] = [
  fault('bounds-of-a-date-range-copied', ['copy-to.date-range-not-copied'], () =>
    copying((value) => membersOf(value)['gte'], 'date_range'),
  ),
  fault(
    'short-name-resolved-to-the-child',
    [
      'copy-to.short-name-is-root-field',
      'copy-to.short-name-leaves-child-empty',
      'copy-to.short-name-strict-object',
      'copy-to.short-name-strict-nested',
      'copy-to.short-name-strict-exception-name',
    ],
    () =>
      onMapping((mapping) =>
        editTargets(mapping, (targets) => targets.map((target) => childOf(mapping, target))),
      ),
  ),
];

function targetsOf(field: Members | undefined): readonly string[] {
  return listOf(field?.['copy_to']).map(String);
}

/**
 * Copies values in the body of a document before it is written, for fields of this type. `valueOf` returns what becomes
 * of a value and of those that the target has in the document.
 */
function copying(valueOf: (value: unknown, own: unknown) => unknown, type?: string): Interceptor {
  const creations = rememberCreations();
  const targetsIf = (field: Members): readonly string[] =>
    type === undefined || field['type'] === type ? targetsOf(field) : [];
  const strip = onMapping((mapping) =>
    editTargets(mapping, (targets, field) => (targetsIf(field).length > 0 ? [] : targets)),
  );
  return (request, forward) =>
    creations.intercept(request, (wire) => {
      if (kindOf(wire) !== 'write-document') return strip(wire, forward);
      const fields = fieldsOf(membersOf(creations.of(targetOf(wire))['mappings']));
      const body = bodyOf(wire);
      const copies = Object.entries(body).flatMap(([name, value]) =>
        targetsIf(membersOf(fields.get(name))).map(
          (target) => [target, valueOf(value, body[target])] as const,
        ),
      );
      return forward(withBody(wire, { ...body, ...Object.fromEntries(copies) }));
    });
}

/** Returns the target if it is mapped, otherwise a path that ends with it, or the target if there is no such path. */
function childOf(mapping: Members, target: string): string {
  const known = [...fieldsOf(mapping).keys()];
  if (known.includes(target)) return target;
  return known.find((path) => path.endsWith(`.${target}`)) ?? target;
}
