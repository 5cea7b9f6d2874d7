import { decode } from 'cborg';
import type { JsonValue } from '../../base/json.ts';
import { decodeProblem } from './decode-problem.ts';
import { asJsonValue } from './json-value.ts';

/**
 * Takes bytes; returns the one value of their CBOR. Throws a ServiceError if they are not CBOR, hold more than one
 * value, repeat a member, carry tags or names that are not text, or nest too deep.
 */
export function decodeCbor(bytes: Uint8Array): JsonValue {
  return asJsonValue(parse(bytes), 'cbor');
}

function parse(bytes: Uint8Array): unknown {
  try {
    return decode(bytes, { rejectDuplicateMapKeys: true, allowUndefined: false });
  } catch (error) {
    // Where values nest by the ten thousand it is the stack that ends.
    throw decodeProblem('cbor', error instanceof Error ? error.message : '');
  }
}
