import type { TableFormat } from '../formats/format.ts';
import { isTextFormat } from '../formats/format.ts';

/** The media type of each format, without parameters. */
export const tableMediaTypes: Readonly<Record<TableFormat, string>> = {
  json: 'application/json',
  yaml: 'application/yaml',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  md: 'text/markdown',
  cbor: 'application/cbor',
  smile: 'application/smile',
  arrow: 'application/vnd.apache.arrow.stream',
};

/** query-formats.charset: returns the parameters of the media type of an answer, each with a leading `;`. */
export function mediaTypeParameters(format: TableFormat, header: boolean): string {
  if (!isTextFormat(format)) return '';
  const charset = '; charset=utf-8';
  return format === 'csv' ? `${charset}; header=${header ? 'present' : 'absent'}` : charset;
}
