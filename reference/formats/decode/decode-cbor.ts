import { decode } from 'cborg';
import type { JsonValue } from '../../base/json.ts';
import { decodeProblem } from './decode-problem.ts';
import { asJsonValue } from './json-value.ts';

/**
 * Decodes one value of CBOR. Throws a ServiceError if the bytes are not CBOR, contain more than one value, a repeated
 * member, a tag or a name that is not text, or are nested too deep.
 */
export function decodeCbor(bytes: Uint8Array): JsonValue {
  return asJsonValue(parse(bytes), 'cbor');
}

function parse(bytes: Uint8Array): unknown {
  try {
    return decode(bytes, { rejectDuplicateMapKeys: true, allowUndefined: false });
  } catch (error) {
    // Very deep nesting overflows the stack.
    throw decodeProblem('cbor', error instanceof Error ? error.message : '');
  }
}
