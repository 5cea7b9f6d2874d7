import type { OperationDefinition } from '../../spec/operations.ts';
import { refuse } from '../base/service-error.ts';
import type { TableFormat } from '../formats/format.ts';
import { documentFormats, isTextFormat, plainForm, tableFormats } from '../formats/format.ts';
import type { MediaRange } from './negotiate.ts';
import { bestOffer, plainType, readAccept, vendorType } from './negotiate.ts';

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

/** The parts of a request that determine the format of its answer. */
export interface FormRequest {
  readonly parameters: Readonly<Record<string, string>>;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  /** Media type of the body, without the vendor prefix. */
  readonly bodyType: string | undefined;
  readonly path: string;
}

/** The format of an answer and its `Content-Type`. */
export type ChosenForm = ReturnType<typeof chooseForm>;

/** Returns the formats of a tabular answer, or an empty list if the operation does not answer with a table. */
export function tableFormatsOf({ responses }: OperationDefinition): readonly TableFormat[] {
  const types = responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ mediaTypes }) => mediaTypes.map(({ mediaType }) => mediaType));
  if (!types.includes(tableMediaTypes.csv)) return [];
  return tableFormats.filter((format) => types.includes(tableMediaTypes[format]));
}

/**
 * Chooses the format of a tabular answer. The parameter `format` takes precedence over `Accept`, and `Accept` over the
 * format of the body. Throws a ServiceError if the format does not exist, or does not support the requested header or
 * delimiter.
 *
 * query-formats.default-json, query-formats.format-json, query-formats.format-yaml, query-formats.format-csv,
 * query-formats.format-tsv, query-formats.format-txt, query-formats.format-md, query-formats.format-cbor,
 * query-formats.format-smile, query-formats.format-arrow, query-formats.accept-json, query-formats.accept-yaml,
 * query-formats.accept-csv, query-formats.accept-tsv, query-formats.accept-txt, query-formats.accept-md,
 * query-formats.accept-cbor, query-formats.accept-smile, query-formats.accept-arrow, query-formats.header-precedence,
 * query-formats.url-over-accept, query-formats.url-over-accept-md, query-formats.url-over-accept-cbor,
 * query-formats.url-over-accept-smile, query-formats.url-over-accept-arrow, query-formats.url-over-content-type,
 * query-formats.url-over-content-type-cbor, query-formats.url-over-content-type-smile, query-formats.unknown-format,
 * sql.default-json, sql.other-formats, sql.values-in-other-formats.
 */
export function chooseForm(
  request: FormRequest,
  offered: readonly TableFormat[],
  vendorTypes: boolean,
) {
  const ranges = readAccept(request.accept);
  const format = chooseFormat(request, { offered, ranges }, vendorTypes);
  if (format === undefined) return refuseFormat(request);
  const type = tableMediaTypes[format];
  const range = ranges.find((range) => plainType(range, vendorTypes) === type);
  const header = readHeader(request, range, format);
  const form = {
    format,
    header,
    delimiter: readDelimiter(request.parameters['delimiter'], format, request.path),
  };
  const named = range === undefined || range.type === type ? type : vendorType(range);
  return { form, contentType: named + mediaTypeParameters(format, header) };
}

function chooseFormat(
  request: FormRequest,
  { offered, ranges }: { offered: readonly TableFormat[]; ranges: readonly MediaRange[] },
  vendorTypes: boolean,
): TableFormat | undefined {
  const named = request.parameters['format'];
  if (named !== undefined) return offered.find((format) => format === named);
  const own = documentFormats.find((format) => tableMediaTypes[format] === request.bodyType);
  const usual = own ?? 'json';
  if (ranges.length === 0) return usual;
  const candidates = [usual, ...offered];
  const types = candidates.map((format) => tableMediaTypes[format]);
  const best = bestOffer(ranges, types, vendorTypes);
  return candidates.find((format) => tableMediaTypes[format] === best?.type);
}

function refuseFormat({ accept, contentType, parameters }: FormRequest): never {
  const shown = [accept, contentType, parameters['format']].map((value) => value ?? 'null');
  return refuse(
    `Invalid request content type: Accept=[${shown[0]}], Content-Type=[${shown[1]}], format=[${shown[2]}]`,
  );
}

/**
 * The parameter `header` takes precedence over that of the media type in `Accept`. By default the header is shown.
 *
 * query-formats.header-present-csv, query-formats.header-absent-csv, query-formats.header-present-tsv,
 * query-formats.header-absent-tsv, query-formats.header-present-txt, query-formats.header-absent-txt,
 * query-formats.header-md-always, query-formats.header-md-absent-400, async-query.header-md-absent-400,
 * query-formats.header-details.
 */
function readHeader(
  request: FormRequest,
  range: MediaRange | undefined,
  format: TableFormat,
): boolean {
  const header = (request.parameters['header'] ?? range?.parameters['header'])?.toLowerCase();
  if (header === undefined || header === 'present') return true;
  if (header !== 'absent') {
    return refuse(`[header] must be one of [present, absent] but was [${header}]`);
  }
  if (format !== 'md') return false;
  return refuse(
    '[header=absent] is not supported for the [md] format; markdown tables require a header row',
  );
}

/**
 * Returns the delimiter of a CSV answer. Takes the parameter `delimiter`, the format and the path of the request. Throws a
 * ServiceError if it is not a single character, is reserved in CSV, or the format is not CSV.
 *
 * query-formats.delimiter-longer, query-formats.delimiter-empty, query-formats.delimiter-no-quote,
 * query-formats.delimiter-no-cr, query-formats.delimiter-no-lf, query-formats.delimiter-no-tab,
 * query-formats.delimiter-csv-only, query-formats.delimiter-csv-only-md.
 */
function readDelimiter(delimiter: string | undefined, format: TableFormat, path: string): string {
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

/** query-formats.charset: returns the parameters of the media type of an answer, each with a leading `;`. */
function mediaTypeParameters(format: TableFormat, header: boolean): string {
  if (!isTextFormat(format)) return '';
  const charset = '; charset=utf-8';
  return format === 'csv' ? `${charset}; header=${header ? 'present' : 'absent'}` : charset;
}
