/** A cell as examples show it: dates, addresses and versions as text, a list for a multi-value. */
export type ExampleCell = string | number | boolean | null | readonly ExampleCell[];

/** A query, and what it gives over the indices of the examples. */
export interface QueryExample {
  readonly command: string;
  readonly query: string;
  /** `name:type` of each column, in order. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ExampleCell[])[];
  /** Texts of the warnings, when there are others than that of the default limit. */
  readonly warnings?: readonly string[];
}
