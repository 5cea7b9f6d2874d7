import { decode, Tokenizer, Type } from 'cborg';
import type { JsonValue } from '../../base/json.ts';
import { decodeProblem } from './decode-problem.ts';
import { asJsonValue } from './json-value.ts';

const options = {
  rejectDuplicateMapKeys: true,
  allowUndefined: false,
  allowIndefinite: true,
  allowBigInt: true,
  retainStringBytes: true,
} as const;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads texts as they are: the library replaces what is not UTF-8, and drops a byte order mark. */
class ExactTexts extends Tokenizer {
  override next(): ReturnType<Tokenizer['next']> {
    const token = super.next();
    if (token.type === Type.string && token.byteValue) token.value = utf8.decode(token.byteValue);
    return token;
  }
}

/**
 * Decodes one value of CBOR. Throws a ServiceError if the bytes are not CBOR, contain more than one value, a repeated
 * member, a tag, text that is not UTF-8 or a name that is not text, or are nested too deep.
 */
export function decodeCbor(bytes: Uint8Array): JsonValue {
  return asJsonValue(parse(bytes), 'cbor');
}

function parse(bytes: Uint8Array): unknown {
  try {
    return decode(bytes, { ...options, tokenizer: new ExactTexts(bytes, options) });
  } catch (error) {
    // Very deep nesting overflows the stack.
    throw decodeProblem('cbor', error instanceof Error ? error.message : '');
  }
}
