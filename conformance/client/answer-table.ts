import {
  documentFormatOf,
  type Format,
  formatOf,
  DecodeError,
  type DocumentFormat,
  mediaTypes,
} from '../decode/formats.ts';
import { decodeTable, type TableLayout } from '../decode/decode-table.ts';
import { readDocument } from '../decode/documents.ts';
import type { Table } from '../decode/table.ts';
import { jsonOf, valueAt } from '../base/body.ts';
import { Mismatch, Violation } from '../base/errors.ts';
import { parametersOf, type Exchange, type WireRequest } from '../base/exchange.ts';
import { expectSuccess, isRefusal } from './expectations.ts';
import { encodeDocument } from '../driver/encode.ts';

/** The format of a response by its media type; undefined if it is not one of the nine. */
export function formatIn({ response }: Exchange): Format | undefined {
  return formatOf(response.headers['content-type']);
}

/** The body and the header of a request in a structured format. */
export function contentIn(
  format: DocumentFormat,
  value: unknown,
): { readonly body: string | Uint8Array; readonly headers: Readonly<Record<string, string>> } {
  return {
    body: encodeDocument(format, value),
    headers: { 'content-type': mediaTypes[format] },
  };
}

/** The table of the latest response, in any of the nine formats. Throws Mismatch if it contains no table. */
export function tableOf({ last: exchange }: { readonly last: Exchange }): Table {
  expectSuccess(exchange);
  const type = exchange.response.headers['content-type'];
  const format = isTextOfSql(exchange.request) ? 'txt' : formatOf(type);
  if (format === undefined) {
    throw new Mismatch(
      'one of the nine formats',
      type ?? 'absent',
      'the media type is not a table format',
    );
  }
  const layout = layoutOf(exchange, format);
  return decoded(format, () => decodeTable(format, exchange.response.body, layout));
}

/**
 * Decodes the body of a response as JSON, YAML, CBOR or Smile by its media type. Throws Violation if it is malformed.
 */
export function documentOf(exchange: Exchange): unknown {
  const format = documentFormatOf(exchange.response.headers['content-type']) ?? 'json';
  if (format === 'json') return jsonOf(exchange);
  return decoded(format, () => readDocument(format, exchange.response.body));
}

function decoded<Value>(format: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const message = `the body cannot be read as ${format}: ${error.message}`;
    throw new Violation(`a body of the format ${format}`, error.message, {
      message,
      kind: 'malformed',
    });
  }
}

/** True if the request asks for a text table of SQL, whose media type is not specified. */
function isTextOfSql({ path }: WireRequest): boolean {
  return /^\/_sql\/?\?(?:.*&)?format=txt(?:&|$)/.test(path);
}

/** The layout that the request asks for, and the character set of the answer. */
function layoutOf({ request, response }: Exchange, format: Format): TableLayout {
  const delimiter = parametersOf(request.path).get('delimiter');
  const isColumnar = valueAt(requestDocument(request), 'columnar') === true;
  const [, charset] =
    /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(response.headers['content-type'] ?? '') ?? [];
  return {
    hasNames: isTextOfSql(request) || namesWanted(request, format),
    isColumnar,
    ...(delimiter !== null && Array.from(delimiter).length === 1 ? { delimiter } : {}),
    ...(charset === undefined ? {} : { charset }),
  };
}

/**
 * True if `Accept` alone chooses the format and asks for the names of the columns, false if it asks to leave them out;
 * undefined if the specification leaves open whether csv, tsv and txt have them.
 */
function namesWanted({ path, headers }: WireRequest, format: Format): boolean | undefined {
  if (!['csv', 'tsv', 'txt'].includes(format)) return true;
  if (parametersOf(path).has('format')) return undefined;
  const [, wanted] = /;\s*header\s*=\s*"?(present|absent)/i.exec(headers['accept'] ?? '') ?? [];
  return wanted === undefined ? undefined : wanted.toLowerCase() === 'present';
}

/** The body of a request in JSON, YAML, CBOR or Smile; undefined if it has none of these formats. */
export function requestDocument({ headers, body }: WireRequest): unknown {
  const format = documentFormatOf(headers['content-type']);
  if (body === undefined || format === undefined) return undefined;
  try {
    return readDocument(format, Buffer.from(body));
  } catch {
    return undefined;
  }
}

/**
 * Judges the value at a path of an answer. Where a refusal has no such value, the Mismatch is that the request was refused:
 * other scenarios may have failed by the same refusal.
 */
export function expectValue(
  exchange: Exchange,
  path: string,
  judge: (value: unknown, path: string) => void,
): void {
  const value = valueAt(documentIn(exchange), path);
  try {
    judge(value, path);
  } catch (error) {
    if (value === undefined) expectSuccess(exchange);
    throw error;
  }
}

/** The document of an answer; undefined for a refusal that is none, as the specification leaves its form open. */
function documentIn(exchange: Exchange): unknown {
  try {
    return documentOf(exchange);
  } catch (error) {
    if (isRefusal(exchange)) return undefined;
    throw error;
  }
}
