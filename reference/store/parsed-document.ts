import { at } from '../base/assert.ts';
import type { LeafField } from './field-type.ts';

/** The inclusive bounds of a range, in the form of the values of its type. */
export interface Bounds {
  readonly gte: number | bigint | string;
  readonly lte: number | bigint | string;
}

/**
 * A value as it is indexed: numbers, dates in ms and booleans as number; long integers beyond the safe range and
 * date_nanos as bigint; keywords and texts unchanged; addresses in the form of `encodeIp`.
 */
export type IndexValue = number | bigint | string | Bounds;

/** `fields[i]` has the value `values[i]`. */
interface FieldValues {
  readonly fields: LeafField[];
  readonly values: IndexValue[];
}

/** Number of values in one part: a longer list would take long to copy when it grows. */
const partSize = 2 ** 14;

/** The values of one document, or of one nested object, and the nested objects inside it. */
export class ParsedFields {
  readonly nested: { readonly path: string; readonly fields: ParsedFields }[] = [];
  /** The values in the order in which they were added. */
  readonly parts: FieldValues[] = [{ fields: [], values: [] }];
  #last: FieldValues = at(this.parts, 0);

  add(field: LeafField, value: IndexValue): void {
    if (this.#last.values.length === partSize) {
      this.#last = { fields: [], values: [] };
      this.parts.push(this.#last);
    }
    this.#last.fields.push(field);
    this.#last.values.push(value);
  }
}
