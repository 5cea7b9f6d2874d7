import { parseJson, writeJson } from '../base/body.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { DecodeError, documentFormatOf, type DocumentFormat } from '../decode/formats.ts';
import { readDocument } from '../decode/documents.ts';
import { encodeDocument } from '../driver/encode.ts';
import { mediaTypeFor, responseFor } from '../driver/openapi-check.ts';
import type { MediaTypeDefinition, OperationDefinition } from '../../spec/operations.ts';
import { schemaNodeAt, type SchemaNode } from './schema-node.ts';

/** A body as a JSON value, with the schemas that describe it. */
export interface WireDocument {
  /** `lines` for one JSON value in each line. */
  readonly format: DocumentFormat | 'lines';
  readonly value: unknown;
  readonly node: SchemaNode;
}

/** Reads the body of a response; undefined if it is empty or has no structured format. */
export function responseDocument(
  operation: OperationDefinition,
  { status, headers, body }: WireResponse,
): WireDocument | undefined {
  const type = headers['content-type'];
  const format = documentFormatOf(type);
  if (format === undefined || body.length === 0) return undefined;
  const definition = responseFor(operation, status);
  return readable(() => ({
    format,
    value: readDocument(format, body),
    node: nodeOf(mediaTypeFor(definition?.mediaTypes ?? [], type)),
  }));
}

/** Reads the body of a request; undefined if it is empty or has no structured format. */
export function requestDocument(
  operation: OperationDefinition,
  { headers, body }: WireRequest,
): WireDocument | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const type = headers['content-type'];
  const node = nodeOf(mediaTypeFor(operation.requestMediaTypes, type));
  if (operation.requestMediaTypes.some(({ mediaType }) => mediaType === 'application/x-ndjson')) {
    return readable(() => ({ format: 'lines', value: linesIn(body), node }));
  }
  const format = documentFormatOf(type);
  if (format === undefined) return undefined;
  return readable(() => ({ format, value: readDocument(format, Buffer.from(body)), node }));
}

/** True if the description leaves open which body a response has. */
export function isOpenBody(operation: OperationDefinition, { status }: WireResponse): boolean {
  const mediaTypes = responseFor(operation, status)?.mediaTypes ?? [];
  return mediaTypes.some(({ mediaType }) => mediaType === '*/*');
}

/** Returns the response with another document in the same format. */
export function withResponseDocument(
  response: WireResponse,
  { format }: WireDocument,
  value: unknown,
): WireResponse {
  return { ...response, body: Buffer.from(encoded(format, value)) };
}

/** Returns the request with another document in the same format; without a body if the document is undefined. */
export function withRequestDocument(
  request: WireRequest,
  { format }: WireDocument,
  value: unknown,
): WireRequest {
  const { body: _, ...others } = request;
  return value === undefined ? others : { ...others, body: encoded(format, value) };
}

function nodeOf(media: MediaTypeDefinition | undefined): SchemaNode {
  return media?.schemaUri === undefined ? [] : schemaNodeAt(media.schemaUri);
}

function encoded(format: WireDocument['format'], value: unknown): string | Uint8Array {
  if (format !== 'lines') return value === undefined ? '' : encodeDocument(format, value);
  return (value as readonly unknown[]).map((line) => `${writeJson(line)}\n`).join('');
}

function linesIn(body: string | Uint8Array): readonly unknown[] {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseJson);
}

/** Returns undefined for a body that is wrong on purpose. */
function readable(read: () => WireDocument): WireDocument | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
