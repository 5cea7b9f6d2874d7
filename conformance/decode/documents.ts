import type { ITag } from 'cbor2';
import type { DocumentOptions, SchemaOptions, Tags } from 'yaml';
import { listAt, parseJson } from '../base/body.ts';
import { cbor, yaml } from '../base/libraries.ts';
import { decoding, type DocumentFormat, sized } from './formats.ts';
import { plain } from './plain.ts';
import { readSmile, unsigned } from './smile.ts';

/** Numbers of any size (RFC 8949, 3.4.3), which take the library long, and those with an exponent of 10 or 2 (3.4.4). */
const numbers = new Map([2, 3, 4, 5].map((tag) => [tag, readNumber] as const));

/** Maximum nesting depth of a CBOR document. */
const maxDepth = 200;

const readers: Readonly<Record<DocumentFormat, (bytes: Uint8Array) => unknown>> = {
  json: (bytes) => parseJson(utf8(bytes)),
  yaml: (bytes) => yamlIn(bytes),
  cbor: (bytes) => plain(cbor().decode(bytes, { maxDepth, tags: numbers })),
  smile: (bytes) => plain(readSmile(bytes)),
};

function readNumber({ tag, contents }: ITag): number | bigint {
  if (Number(tag) < 4) return tag === 2 ? unsigned(contents) : -1n - unsigned(contents);
  const [exponent, mantissa] = listAt(contents, '').map(String);
  return tag === 4 ? Number(`${mantissa}e${exponent}`) : Number(mantissa) * 2 ** Number(exponent);
}

/** A number with an exponent in YAML 1.1 has a point and a sign; the library also takes others. */
const exponentOfOlderYaml = /^[-+]?(?:\d[\d_]*)?\.[\d._]*[eE][-+]\d+$/;

/** y and n are truth values in YAML 1.1, but not for the libraries that write it; long numbers in groups of 60 take long. */
const [longWord, shortWord] = [/^(?!.$)/, /^(?!.{1000})/];

function asWritten(tags: Tags): Tags {
  return tags.map((tag) => {
    const isScalar = typeof tag === 'object' && 'resolve' in tag && tag.collection === undefined;
    if (!isScalar || tag.test === undefined) return tag;
    if (tag.format === 'EXP') return { ...tag, test: exponentOfOlderYaml };
    const { source } = tag.tag === 'tag:yaml.org,2002:bool' ? longWord : shortWord;
    return { ...tag, test: new RegExp(source + tag.test.source) };
  });
}

/** The library compares each name with all others, and shows the line of each error: both take long for many. */
function yamlIn(bytes: Uint8Array, more: DocumentOptions & SchemaOptions = {}): unknown {
  const [uniqueKeys, prettyErrors] = [bytes.length < 2 ** 16, bytes.length < 2 ** 14];
  const shown = { logLevel: 'error', prettyErrors } as const;
  return plain(yaml().parse(utf8(bytes), { intAsBigInt: true, uniqueKeys, ...shown, ...more }));
}

/** Reads a document as YAML 1.1, in which other plain words are texts than in 1.2. Throws DecodeError if it is none. */
export function readOlderYaml(bytes: Uint8Array): unknown {
  return decoding(() => yamlIn(bytes, { version: '1.1', customTags: asWritten }));
}

/** Reads a document in this format as a JSON value. Throws DecodeError if the bytes do not have the format. */
export function readDocument(format: DocumentFormat, bytes: Uint8Array): unknown {
  return decoding(() => readers[format](format === 'json' ? bytes : sized(bytes)));
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
