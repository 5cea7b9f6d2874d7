import { refuse } from '../base/service-error.ts';
import type { TableFormat } from '../formats/format.ts';
import { plainForm } from '../formats/format.ts';

/**
 * Returns the delimiter of a CSV answer. Takes the parameter `delimiter`, the format and the path of the request. Throws a
 * ServiceError if it is not a single character, is reserved in CSV, or the format is not CSV.
 *
 * query-formats.delimiter-longer, query-formats.delimiter-empty, query-formats.delimiter-no-quote,
 * query-formats.delimiter-no-cr, query-formats.delimiter-no-lf, query-formats.delimiter-no-tab,
 * query-formats.delimiter-csv-only, query-formats.delimiter-csv-only-md.
 */
export function readDelimiter(
  delimiter: string | undefined,
  format: TableFormat,
  path: string,
): string {
  if (delimiter === undefined) return plainForm.delimiter;
  if (format !== 'csv') {
    return refuse(
      `parameter: [delimiter] can only be used with the format [csv] for request [${path}]`,
    );
  }
  if (delimiter === '') return refuse('invalid empty delimiter []');
  if (Array.from(delimiter).length > 1)
    return refuse(`invalid multi-character delimiter [${delimiter}]`);
  if (delimiter === '\t') {
    return refuse(
      'illegal delimiter [TAB] specified as delimiter for the [csv] format; choose the [tsv] format instead',
    );
  }
  if (/["\r\n]/.test(delimiter)) {
    return refuse(`illegal reserved character specified as delimiter [${delimiter}]`);
  }
  return delimiter;
}
