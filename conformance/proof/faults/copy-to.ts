import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  bodyOf,
  hitCalls,
  kindOf,
  listOf,
  type Members,
  membersOf,
  onResponse,
  targetOf,
  withBody,
  withHits,
} from '../interceptors.ts';
import { eachField, editTargets, fieldsOf, onMapping, rememberCreations } from '../mappings.ts';
import { copyToTargetFaults } from './copy-to-targets.ts';

/** The faults of the chapter copy-to. */
export const copyToFaults: readonly Fault[] = [
  fault('first-source-of-a-target-wins', ['copy-to.several-sources'], () =>
    onMapping((mapping) => {
      const taken = new Set<string>();
      return editTargets(mapping, (targets) => {
        const free = targets.filter((target) => !taken.has(target));
        for (const target of targets) taken.add(target);
        return free;
      });
    }),
  ),
  fault('terms-copied-instead-of-values', ['copy-to.copies-values'], () =>
    retype({ type: 'text', analyzer: 'whitespace' }),
  ),
  fault('copied-numbers-compared-as-text', ['copy-to.target-range-query'], () =>
    retype({ type: 'keyword' }),
  ),
  fault('copies-shown-in-source', ['copy-to.source-unmodified'], showCopies),
  fault('copies-copied-on', ['copy-to.not-recursive'], () =>
    onMapping((mapping) => {
      const fields = fieldsOf(mapping);
      return editTargets(mapping, (targets) => [
        ...targets,
        ...targets.flatMap((target) => targetsOf(fields.get(target))),
      ]);
    }),
  ),
  fault('bounds-of-a-date-range-copied', ['copy-to.date-range-not-copied'], () =>
    copying((value) => membersOf(value)['gte'], 'date_range'),
  ),
  fault('first-of-several-values-copied', ['copy-to.copies-values'], () =>
    copying((value, own) => [...listOf(own), ...listOf(value).slice(0, 1)]),
  ),
  fault('several-values-copied-as-one', ['copy-to.copies-values'], () =>
    copying((value, own) => [...listOf(own), listOf(value).join(' ')]),
  ),
  fault('copies-of-keywords-stay-undivided', ['copy-to.copies-values'], undivided),
  ...copyToTargetFaults,
];

function targetsOf(field: Members | undefined): readonly string[] {
  return listOf(field?.['copy_to']).map(String);
}

/** Maps every target of a `copy_to` with another definition. */
function retype(definition: Members): Interceptor {
  return onMapping((mapping) => {
    const targets = new Set([...fieldsOf(mapping).values()].flatMap(targetsOf));
    return eachField(mapping, (field, name) => (targets.has(name) ? definition : field));
  });
}

/** Adds copied values to the `_source` of hits. */
function showCopies(): Interceptor {
  const creations = rememberCreations();
  const show = onResponse(hitCalls, (body) =>
    withHits(body, (hits) =>
      hits.map((hit) => {
        const mapping = membersOf(creations.of(String(hit['_index']))['mappings']);
        const source = membersOf(hit['_source']);
        const copies = [...fieldsOf(mapping)].flatMap(([path, field]) =>
          path in source ? targetsOf(field).map((target) => [target, source[path]] as const) : [],
        );
        return { ...hit, _source: { ...source, ...Object.fromEntries(copies) } };
      }),
    ),
  );
  return (request, forward) => creations.intercept(request, (wire) => show(wire, forward));
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

/** Maps every text target of a keyword field as a keyword. */
function undivided(): Interceptor {
  return onMapping((mapping) => {
    const sources = [...fieldsOf(mapping).values()].filter((field) => field['type'] === 'keyword');
    const targets = new Set(sources.flatMap((field) => listOf(field['copy_to'])));
    return eachField(mapping, (field, name) =>
      targets.has(name) ? { ...field, type: 'keyword' } : field,
    );
  });
}
