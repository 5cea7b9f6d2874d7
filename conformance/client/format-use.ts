import { type DocumentFormat, type Format, formatOf, mediaTypes } from '../decode/formats.ts';
import { encodeDocument } from '../driver/encode.ts';
import type { Exchange } from '../base/exchange.ts';

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
