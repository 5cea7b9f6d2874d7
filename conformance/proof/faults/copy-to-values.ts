import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { eachField, editTargets, fieldsOf, onMapping, rememberCreations } from '../mappings.ts';
import { bodyOf, kindOf, listOf, membersOf, targetOf, withBody } from '../interceptors.ts';

/** Faults of the values that are copied. */
export const copyToValueFaults: readonly Fault[] = [
  fault('first-of-several-values-copied', ['copy-to.copies-values'], () =>
    copying((values) => values.slice(0, 1)),
  ),
  fault('several-values-copied-as-one', ['copy-to.copies-values'], () =>
    copying((values) => [values.join(' ')]),
  ),
  fault('copies-of-keywords-stay-undivided', ['copy-to.copies-values'], undivided),
];

/**
 * Copies values in the body of a document before it is written. `choose` returns the values to copy; if `isAdded` is
 * true, they are added to the values that the target has in the document, otherwise they replace them.
 */
function copying(
  choose: (values: readonly unknown[]) => readonly unknown[],
  isAdded = true,
): Interceptor {
  const creations = rememberCreations();
  const plain = onMapping((mapping) => editTargets(mapping, () => []));
  return (request, forward) =>
    creations.intercept(request, (wire) => {
      if (kindOf(wire) !== 'write-document') return plain(wire, forward);
      const index = targetOf(wire);
      const fields = fieldsOf(membersOf(creations.of(index)['mappings']));
      const body = bodyOf(wire);
      const copies = Object.entries(body).flatMap(([name, value]) =>
        listOf(fields.get(name)?.['copy_to']).map((target) => {
          const own = isAdded ? listOf(body[String(target)]) : [];
          return [String(target), [...own, ...choose(listOf(value))]] as const;
        }),
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
