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

/** The values of one document, or of one nested object, and the nested objects inside it. */
export class ParsedFields {
  readonly nested: { readonly path: string; readonly fields: ParsedFields }[] = [];
  /** `fields[i]` has the value `values[i]`, in the order in which they were added. */
  readonly fields: LeafField[] = [];
  readonly values: IndexValue[] = [];

  add(field: LeafField, value: IndexValue): void {
    this.fields.push(field);
    this.values.push(value);
  }
}
