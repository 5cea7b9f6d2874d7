import type { DocumentFormat } from '../decode/formats.ts';
import { writeJson } from '../base/body.ts';
import { cbor, yaml } from '../base/libraries.ts';
import { encodeSmile } from './encode-smile.ts';

const writers: Readonly<Record<DocumentFormat, (value: unknown) => string | Uint8Array>> = {
  json: writeJson,
  yaml: (value) => yaml().stringify(value),
  // Not every server reads floats of 16 and 32 bits.
  cbor: (value) => cbor().encode(value, { float64: true }),
  smile: encodeSmile,
};

/** Encodes a JSON value in this format: text for JSON and YAML, bytes for CBOR and Smile. */
export function encodeDocument(format: DocumentFormat, value: unknown): string | Uint8Array {
  return writers[format](value);
}
