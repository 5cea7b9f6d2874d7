import { Token, Type, encode } from 'cborg';
import { Double } from '../../base/double-text.ts';
import { isList, presentMembers } from '../../base/write-json.ts';

const options = {
  float64: true,
  typeEncoders: {
    Object: (value: unknown) => {
      if (value instanceof Double) return new Token(Type.float, value.value);
      return value instanceof Token ? value : null;
    },
  },
};

/** Writes a document as CBOR, in pieces. Lists and maps begin with their length. */
export function* cborPieces(document: object): Generator<Uint8Array, void, void> {
  const members = presentMembers(document);
  yield encode(new Token(Type.map, members.length), options);
  for (const [name, member] of members) {
    yield encode(name, options);
    yield* valuePieces(member);
  }
}

function* valuePieces(value: unknown): Generator<Uint8Array, void, void> {
  if (isList(value)) {
    yield encode(new Token(Type.array, value.length), options);
    for (const element of value) yield* valuePieces(element);
  } else yield encode(value, options);
}
