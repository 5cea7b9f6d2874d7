import { isList, jsonPieces, presentMembers } from '../../base/write-json.ts';

/** Characters that YAML does not allow in a text, and those that end a line in YAML only. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * Writes a document as YAML, in pieces: each member in a line of its own, and each element of its lists; what is within
 * them is in the flow style, which is that of JSON.
 */
export function* yamlPieces(document: object): Generator<string, void, void> {
  const members = presentMembers(document);
  yield members.length === 0 ? '--- {}\n' : '---\n';
  for (const [name, member] of members) {
    yield `${name}:`;
    if (!isList(member) || member.length === 0) yield* line(member);
    else {
      yield '\n';
      for (const element of member) {
        yield '-';
        yield* line(element);
      }
    }
  }
}

function* line(value: unknown): Generator<string, void, void> {
  yield ' ';
  for (const piece of jsonPieces(value)) yield piece.replace(unprintable, escaped);
  yield '\n';
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
