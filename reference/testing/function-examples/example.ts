/** A value in an example: text for dates, addresses and versions, a list for a multi-value, null for no value. */
type ExampleValue = string | number | boolean | null | readonly (string | number | boolean)[];

/** The settings of the request and the text that the resulting warning contains, if there is one. */
export interface ExampleSettings {
  /** Default UTC. */
  readonly zone?: string;
  readonly locale?: string;
  readonly warns?: string;
}

/** An expression of the query language, without columns, and its result. */
export type FunctionExample = readonly [
  call: string,
  gives: ExampleValue,
  settings?: ExampleSettings,
];
