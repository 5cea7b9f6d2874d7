/** Formats in which the result of a query can be written, in the order in which they are preferred. */
export const tableFormats = [
  'json',
  'yaml',
  'csv',
  'tsv',
  'txt',
  'md',
  'cbor',
  'smile',
  'arrow',
] as const;

export type TableFormat = (typeof tableFormats)[number];

/** Formats that hold a document: the result, and metadata beside it. */
export const documentFormats = ['json', 'yaml', 'cbor', 'smile'] as const;

export type DocumentFormat = (typeof documentFormats)[number];

/** Formats that hold text in lines: column names and rows, and nothing else. */
const textFormats = ['csv', 'tsv', 'txt', 'md'] as const;

export type TextFormat = (typeof textFormats)[number];

/** How the answer to one request is to be written. */
export interface AnswerForm {
  readonly format: TableFormat;
  /** Whether csv, tsv and txt begin with the names of the columns. */
  readonly header: boolean;
  /** Stands between the cells of csv: one character. */
  readonly delimiter: string;
  /** Whether json is laid out for people. */
  readonly pretty: boolean;
  /** Whether columns that only hold nulls are left out, and all columns listed beside. */
  readonly drop_null_columns: boolean;
}

/** The default form. */
export const plainForm: AnswerForm = {
  format: 'json',
  header: true,
  delimiter: ',',
  pretty: false,
  drop_null_columns: false,
};

/** True for json, yaml, cbor and smile. */
export function isDocumentFormat(format: TableFormat): format is DocumentFormat {
  return documentFormats.some((known) => known === format);
}

/** True for csv, tsv, txt and md. */
export function isTextFormat(format: TableFormat): format is TextFormat {
  return textFormats.some((known) => known === format);
}
