import { writeJson } from '../base/body.ts';
import { readArrow } from '../decode/arrow.ts';
import { DecodeError } from '../decode/decode-error.ts';
import { readDocument } from '../decode/documents.ts';
import { formatOf } from '../decode/formats.ts';

/** A body in CBOR, Smile or Arrow as JSON text; undefined for other media types, and if the bytes cannot be decoded. */
export function readableBody(
  contentType: string | undefined,
  body: Uint8Array,
): string | undefined {
  const format = formatOf(contentType);
  try {
    if (format === 'cbor' || format === 'smile') return writeJson(readDocument(format, body));
    if (format !== 'arrow') return undefined;
    const { columns, rows } = readArrow(body);
    return writeJson({ columns, rows });
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}
