import type { NestedDocuments } from '../../store/segment.ts';
import { firstIndex } from '../../base/order.ts';

/** Returns the rows that contain the values of a document: the document itself, or its objects of a nested field. */
export function childrenOf(
  nested: NestedDocuments | undefined,
  size: number,
): (doc: number) => Iterable<number> {
  if (nested === undefined) return (doc) => (doc < size ? [doc] : []);
  const { parents } = nested;
  return function* (doc) {
    let at = firstIndex(parents.length, (child) => parents[child]! >= doc);
    while (at < parents.length && parents[at] === doc) yield at++;
  };
}
