import { encode, Token, Type } from 'cborg';
import { bytePieces } from './byte-pieces.ts';
import type { TokenWriter } from './token-writer.ts';

/** Doubles are always written with 64 bits; a token is written as it is. */
const options = { float64: true, typeEncoders: { Object: (token: Token) => token } };

/**
 * Returns a writer of CBOR with definite lengths. Doubles are written as doubles, even without a fraction; integers with
 * as few bytes as possible, up to 64 bits.
 */
export function cborWriter(): TokenWriter {
  const pieces = bytePieces();
  const put = (type: Type, value?: unknown): void =>
    pieces.put(encode(new Token(type, value), options));
  const text = (value: string): void => put(Type.string, value);
  return {
    beginObject: (members) => put(Type.map, members),
    endObject: () => undefined,
    beginArray: (elements) => put(Type.array, elements),
    endArray: () => undefined,
    name: text,
    text,
    whole: (value) => put(value < 0 ? Type.negint : Type.uint, value),
    double: (value) => put(Type.float, value),
    boolean: (value) => put(value ? Type.true : Type.false, value),
    nothing: () => put(Type.null, null),
    pending: pieces.length,
    take: () => pieces.take(),
  };
}
