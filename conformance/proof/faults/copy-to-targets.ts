import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  allTargets,
  editTargets,
  fieldsOf,
  missingTargets,
  onMapping,
  rememberCreations,
} from '../mappings.ts';
import { addressOf, bodyOf, kindOf, type Members, membersOf, refusal } from '../interceptors.ts';

const exception = 'strict_dynamic_mapping_exception';

/** Faults of targets that the mapping lacks, and of targets inside objects. */
export const copyToTargetFaults: readonly Fault[] = [
  {
    name: 'missing-target-ignored-by-default',
    clauses: ['copy-to.dynamic-default-adds-target'],
    start: () => ignoreMissing(undefined),
  },
  {
    name: 'missing-target-ignored-under-true',
    clauses: ['copy-to.dynamic-true-adds-target'],
    start: () => ignoreMissing(true),
  },
  {
    name: 'missing-target-ignored-under-strict',
    clauses: [
      'copy-to.dynamic-strict-error',
      'copy-to.short-name-strict-object',
      'copy-to.short-name-strict-nested',
      'copy-to.short-name-strict-exception-name',
    ],
    start: () => ignoreMissing('strict'),
  },
  {
    name: 'missing-target-added-under-false',
    clauses: ['copy-to.dynamic-false-not-copied', 'copy-to.dynamic-false-target-not-added'],
    start: () => addMissing(false),
  },
  {
    name: 'missing-target-added-empty-under-false',
    clauses: ['copy-to.dynamic-false-target-not-added'],
    start: () =>
      onMapping((mapping) => (mapping['dynamic'] === false ? withoutCopies(mapping) : mapping)),
  },
  {
    name: 'missing-target-added-under-strict',
    clauses: [
      'copy-to.dynamic-strict-error',
      'copy-to.short-name-strict-object',
      'copy-to.short-name-strict-exception-name',
    ],
    start: () => addMissing('strict'),
  },
  {
    name: 'missing-target-refused-under-false',
    clauses: ['copy-to.dynamic-false-document-accepted'],
    start: () =>
      refuseDocuments(
        (mapping) => mapping['dynamic'] === false && missingTargets(mapping).length > 0,
      ),
  },
  {
    name: 'every-copy-refused-under-strict',
    clauses: ['copy-to.dynamic-strict-mapped-target', 'copy-to.full-path-nested'],
    start: () =>
      refuseDocuments(
        (mapping) => mapping['dynamic'] === 'strict' && allTargets(mapping).length > 0,
      ),
  },
  {
    name: 'full-path-read-as-its-last-part',
    clauses: ['copy-to.full-path-object', 'copy-to.full-path-nested'],
    start: () => onMapping((mapping) => editTargets(mapping, (targets) => targets.map(lastPart))),
  },
  {
    name: 'short-name-resolved-to-the-child',
    clauses: [
      'copy-to.short-name-is-root-field',
      'copy-to.short-name-leaves-child-empty',
      'copy-to.short-name-strict-object',
      'copy-to.short-name-strict-nested',
      'copy-to.short-name-strict-exception-name',
    ],
    start: () =>
      onMapping((mapping) =>
        editTargets(mapping, (targets) => targets.map((target) => childOf(mapping, target))),
      ),
  },
  {
    name: 'short-name-copied-into-the-child-too',
    clauses: ['copy-to.short-name-leaves-child-empty'],
    start: () =>
      onMapping((mapping) =>
        editTargets(mapping, (targets) => [
          ...new Set(targets.flatMap((target) => [target, childOf(mapping, target)])),
        ]),
      ),
  },
  {
    name: 'strict-error-under-another-name',
    clauses: ['copy-to.short-name-strict-exception-name'],
    start: () => async (request, forward) => {
      const response = await forward(request);
      if (response.status < 400) return response;
      const text = Buffer.from(response.body).toString('utf8');
      return { ...response, body: Buffer.from(text.replaceAll(exception, 'mapper_exception')) };
    },
  },
];

/** Copies nothing into missing targets where `dynamic` has this value. */
function ignoreMissing(dynamic: unknown): Interceptor {
  return onMapping((mapping) => {
    if (mapping['dynamic'] !== dynamic) return mapping;
    const known = fieldsOf(mapping);
    return editTargets(mapping, (targets) => targets.filter((target) => known.has(target)));
  });
}

/** Maps missing targets as text where `dynamic` has this value. */
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

/** Refuses every document of indices with such a mapping. */
function refuseDocuments(isSuch: (mapping: Members) => boolean): Interceptor {
  const creations = rememberCreations();
  return (request, forward) =>
    creations.intercept(request, (wire) => {
      const [index = ''] = addressOf(wire).segments;
      const mapping = membersOf(creations.of(index)['mappings']);
      const refused = kindOf(wire) === 'write-document' && isSuch(mapping);
      if (!refused || Object.keys(bodyOf(wire)).length === 0) return forward(wire);
      return Promise.resolve(refusal(exception, 'the target of a copy is not mapped'));
    });
}

function lastPart(path: string): string {
  return path.split('.').at(-1) ?? path;
}

/** The path of a field inside an object whose last part is the target; the target itself where none is. */
function childOf(mapping: Members, target: string): string {
  const known = [...fieldsOf(mapping).keys()];
  if (known.includes(target)) return target;
  return known.find((path) => path.endsWith(`.${target}`)) ?? target;
}
