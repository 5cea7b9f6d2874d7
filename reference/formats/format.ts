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

/** A format in which the result of a query can be written. */
export type TableFormat = (typeof tableFormats)[number];

/** Formats for a document: the result together with metadata. */
export const documentFormats = ['json', 'yaml', 'cbor', 'smile'] as const;

/** A format for a document. */
export type DocumentFormat = (typeof documentFormats)[number];

/** The format of the response to one request and its options. */
export interface AnswerForm {
  readonly format: TableFormat;
  /** Whether csv, tsv and txt begin with the column names. */
  readonly header: boolean;
  /** The character between the cells of csv. */
  readonly delimiter: string;
}

/** The default form. */
export const plainForm: AnswerForm = {
  format: 'json',
  header: true,
  delimiter: ',',
};

/** Returns true for json, yaml, cbor and smile. */
export function isDocumentFormat(format: TableFormat): format is DocumentFormat {
  return documentFormats.some((known) => known === format);
}

/** Returns true for the formats of lines of text, which have only column names and rows. */
export function isTextFormat(format: TableFormat): boolean {
  return ['csv', 'tsv', 'txt', 'md'].includes(format);
}
