/** A cell in an example: dates, addresses and versions are text, a multi-value is a list. */
export type ExampleCell = string | number | boolean | null | readonly ExampleCell[];

/** A query, and its result over the indices of the examples. */
export interface QueryExample {
  readonly command: string;
  readonly query: string;
  /** `name:type` of each column, in order. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ExampleCell[])[];
  /** Texts of the warnings other than that of the default limit; absent if there are none. */
  readonly warnings?: readonly string[];
}
