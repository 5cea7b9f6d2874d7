import type { ITag } from 'cbor2';
import type { Tags } from 'yaml';
import { listAt, parseJson } from '../base/body.ts';
import { cbor, yaml } from '../base/libraries.ts';
import { decoding, type DocumentFormat } from './formats.ts';
import { plain } from './plain.ts';
import { readSmile } from './smile.ts';

/** Numbers with an exponent of 10 or 2 (RFC 8949, 3.4.4), which the library does not read by itself. */
const fractions = new Map([4, 5].map((tag) => [tag, readFraction] as const));

/** Maximum nesting depth of a CBOR document. */
const maxDepth = 200;

const readers: Readonly<Record<DocumentFormat, (bytes: Uint8Array) => unknown>> = {
  json: (bytes) => parseJson(utf8(bytes)),
  yaml: (bytes) => plain(yaml().parse(utf8(bytes), { intAsBigInt: true, logLevel: 'error' })),
  cbor: (bytes) => plain(cbor().decode(bytes, { maxDepth, tags: fractions })),
  smile: (bytes) => plain(readSmile(bytes)),
};

function readFraction({ tag, contents }: ITag): number {
  const [exponent, mantissa] = listAt(contents, '').map(String);
  return tag === 4 ? Number(`${mantissa}e${exponent}`) : Number(mantissa) * 2 ** Number(exponent);
}

/** A number with an exponent in YAML 1.1 has a point and a sign; the library also takes others. */
const exponentOfOlderYaml = /^[-+]?(?:\d[\d_]*)?\.[\d._]*[eE][-+]\d+$/;

/** The letters y and n are truth values in YAML 1.1, but not for the libraries that write it. */
const longWord = /^(?!.$)/;

function asWritten(tags: Tags): Tags {
  return tags.map((tag) => {
    const isScalar = typeof tag === 'object' && 'resolve' in tag && tag.collection === undefined;
    if (!isScalar || tag.test === undefined) return tag;
    if (tag.format === 'EXP') return { ...tag, test: exponentOfOlderYaml };
    const isTruth = tag.tag === 'tag:yaml.org,2002:bool';
    return isTruth ? { ...tag, test: new RegExp(longWord.source + tag.test.source) } : tag;
  });
}

/** Reads a document as YAML 1.1, in which other plain words are texts than in 1.2. Throws DecodeError if it is none. */
export function readOlderYaml(bytes: Uint8Array): unknown {
  const options = { intAsBigInt: true, logLevel: 'error', version: '1.1' } as const;
  return decoding(() => plain(yaml().parse(utf8(bytes), { ...options, customTags: asWritten })));
}

/** Reads a document in this format as a JSON value. Throws DecodeError if the bytes do not have the format. */
export function readDocument(format: DocumentFormat, bytes: Uint8Array): unknown {
  return decoding(() => readers[format](bytes));
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
