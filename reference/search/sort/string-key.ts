import type { JsonValue } from '../../base/json.ts';
import { compareCodePoints } from '../../base/order.ts';
import { scalarText } from '../scalar-text.ts';
import { decodeIp } from '../../store/ip.ts';
import type { LeafField } from '../../store/field-type.ts';
import { ipTerm } from '../query/field-values.ts';
import type { SortEntry } from '../search-request.ts';
import type { BoundKey } from './bound-key.ts';
import { badAfter, missingOf, orderOf } from './bound-key.ts';
import { valuesOfField } from './number-reader.ts';

/**
 * Returns the sort key of a keyword or ip field, in the order of code points or addresses.
 *
 * Clauses: search.sort-keyword.
 */
export function stringKey(field: LeafField, entry: SortEntry): BoundKey {
  const order = orderOf(entry);
  const byGreatest = entry.mode === undefined ? order.descending : entry.mode === 'max';
  const isIp = field.type === 'ip';
  const parse = (value: JsonValue): string => (isIp ? ipTerm(value) : scalarText(value));
  const replacement = missingOf(entry, parse);
  return {
    ...order,
    field: entry.field,
    kind: 'string',
    isMapped: true,
    read(view) {
      const valuesOf = valuesOfField(view, field.name, entry);
      return (doc) => {
        const terms = valuesOf(doc).map(String).sort(compareCodePoints);
        return terms.at(byGreatest ? -1 : 0) ?? replacement;
      };
    },
    format: (key) => (isIp && typeof key === 'string' ? decodeIp(key) : key),
    parse(value) {
      if (value === null) return null;
      if (typeof value === 'object') throw badAfter(entry.field);
      return parse(value);
    },
  };
}
