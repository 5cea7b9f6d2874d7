import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  bodyOf,
  chained,
  kindOf,
  listOf,
  type Members,
  membersOf,
  refusal,
  targetOf,
} from '../interceptors.ts';
import {
  eachField,
  editTargets,
  fieldsOf,
  missingTargets,
  onMapping,
  rememberCreations,
} from '../mappings.ts';

const exception = 'strict_dynamic_mapping_exception';

/** Faults of targets that are missing from the mapping, and of targets inside objects. */
export const copyToTargetFaults: readonly Fault[] = [
  fault(
    'missing-target-added-under-false',
    ['copy-to.dynamic-false-not-copied', 'copy-to.dynamic-false-target-not-added'],
    () => addMissing(false),
  ),
  fault('missing-target-added-empty-under-false', ['copy-to.dynamic-false-target-not-added'], () =>
    onMapping((mapping) => (mapping['dynamic'] === false ? withoutCopies(mapping) : mapping)),
  ),
  fault(
    'missing-target-added-under-strict',
    [
      'copy-to.dynamic-strict-error',
      'copy-to.short-name-strict-object',
      'copy-to.short-name-strict-exception-name',
    ],
    () => addMissing('strict'),
  ),
  fault('refused-document-stored-under-strict', ['copy-to.dynamic-strict-not-stored'], () =>
    chained(storingRefused(), ignoringMissing()),
  ),
  fault(
    'full-path-read-as-its-last-part',
    ['copy-to.full-path-object', 'copy-to.full-path-nested'],
    () => onMapping((mapping) => editTargets(mapping, (targets) => targets.map(lastPart))),
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
  fault(
    'short-name-resolved-beside-its-source',
    ['copy-to.short-name-inside-object', 'copy-to.short-name-inside-nested'],
    () =>
      onMapping((mapping) =>
        eachField(mapping, (field, name) =>
          editTargets(field, (targets) =>
            targets.map((target) =>
              target in membersOf(field['properties']) ? `${name}.${target}` : target,
            ),
          ),
        ),
      ),
  ),
  fault('short-name-copied-into-the-child-too', ['copy-to.short-name-leaves-child-empty'], () =>
    onMapping((mapping) =>
      editTargets(mapping, (targets) => [
        ...new Set(targets.flatMap((target) => [target, childOf(mapping, target)])),
      ]),
    ),
  ),
  fault(
    'strict-error-under-another-name',
    ['copy-to.short-name-strict-exception-name', 'copy-to.short-name-strict-nested-exception-name'],
    () => async (request, forward) => {
      const response = await forward(request);
      if (response.status < 400) return response;
      const text = Buffer.from(response.body).toString('utf8');
      return { ...response, body: Buffer.from(text.replaceAll(exception, 'mapper_exception')) };
    },
  ),
];

/** Removes missing targets from `copy_to` if `dynamic` is strict. */
function ignoringMissing(): Interceptor {
  return onMapping((mapping) => {
    if (mapping['dynamic'] !== 'strict') return mapping;
    const known = fieldsOf(mapping);
    return editTargets(mapping, (targets) => targets.filter((target) => known.has(target)));
  });
}

/** Maps missing targets as text if `dynamic` has this value. */
function addMissing(dynamic: unknown): Interceptor {
  return onMapping((mapping) => (mapping['dynamic'] === dynamic ? withTargets(mapping) : mapping));
}

function withTargets(mapping: Members): Members {
  const added = missingTargets(mapping).map((target) => [target, { type: 'text' }]);
  const properties = {
    ...membersOf(mapping['properties']),
    ...Object.fromEntries(added),
  } as Members;
  return { ...mapping, properties };
}

function withoutCopies(mapping: Members): Members {
  return editTargets(withTargets(mapping), () => []);
}

/** Stores each document with a copy to a missing target, and refuses it all the same. */
function storingRefused(): Interceptor {
  const creations = rememberCreations();
  return (request, forward) =>
    creations.intercept(request, async (wire) => {
      const response = await forward(wire);
      const mapping = membersOf(creations.of(targetOf(wire))['mappings']);
      return kindOf(wire) === 'write-document' && copiesToMissing(mapping, bodyOf(wire))
        ? refusal(exception, 'the target of a copy is not mapped')
        : response;
    });
}

function copiesToMissing(mapping: Members, document: Members): boolean {
  const missing = new Set(missingTargets(mapping));
  const fields = fieldsOf(mapping);
  const targets = Object.keys(document).flatMap((name) => listOf(fields.get(name)?.['copy_to']));
  return targets.some((target) => missing.has(String(target)));
}

function lastPart(path: string): string {
  return path.split('.').at(-1) ?? path;
}

/** Returns the target if it is mapped, otherwise a path that ends with it, or the target if there is no such path. */
function childOf(mapping: Members, target: string): string {
  const known = [...fieldsOf(mapping).keys()];
  if (known.includes(target)) return target;
  return known.find((path) => path.endsWith(`.${target}`)) ?? target;
}
