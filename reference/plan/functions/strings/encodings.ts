import { createHash } from 'node:crypto';
import { QueryProblem } from '../../expression.ts';
import type { RowResult } from '../apply.ts';
import type { CheckedCall } from '../define.ts';
import { define, defineFor } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import { argumentProblem } from '../problems.ts';

const algorithms: ReadonlyMap<string, string> = new Map([
  ['md5', 'md5'],
  ['sha', 'sha1'],
  ['sha-1', 'sha1'],
  ['sha1', 'sha1'],
  ['sha-224', 'sha224'],
  ['sha-256', 'sha256'],
  ['sha256', 'sha256'],
  ['sha-384', 'sha384'],
  ['sha-512', 'sha512'],
  ['sha512', 'sha512'],
]);

function hash(algorithm: string, value: string): RowResult {
  const known = algorithms.get(algorithm.toLowerCase());
  if (known !== undefined) return createHash(known).update(value).digest('hex');
  return {
    type: 'java.security.NoSuchAlgorithmException',
    reason: `${algorithm} MessageDigest not available`,
  };
}

/** Throws a QueryProblem if the algorithm is a constant and unknown. */
function checkAlgorithm({ operands: [algorithm] }: CheckedCall): void {
  const name = algorithm?.kind === 'constant' ? String(algorithm.values[0]) : undefined;
  if (algorithm === undefined || name === undefined || algorithms.has(name.toLowerCase())) return;
  throw new QueryProblem(algorithm.place, `Unknown algorithm [${name}]`);
}

function fromBase64(value: string): RowResult {
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(value) && value.length % 4 !== 1;
  if (!isBase64) return argumentProblem(`Illegal base64 text [${value}]`);
  return Buffer.from(value, 'base64').toString();
}

/** Encodes a text as HTML forms do: all characters but letters, digits and `. - _ *` are escaped. */
function encodeForm(value: string): string {
  return encodeURIComponent(Buffer.from(value).toString())
    .replaceAll(/[!'()~]/g, escaped)
    .replaceAll('%20', '+');
}

/** Encodes a text for a component of a URL: all characters but letters, digits and `. - _ ~` are escaped. */
function encodeComponent(value: string): string {
  return encodeURIComponent(Buffer.from(value).toString()).replaceAll(/[!'()*]/g, escaped);
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function decodeUrl(value: string): RowResult {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return argumentProblem(
      `URLDecoder: Illegal hex characters in escape (%) pattern of [${value}]`,
    );
  }
}

/** Functions that encode, decode and hash texts. */
export const encodingFunctions: readonly FunctionDefinition[] = [
  ...['md5', 'sha1', 'sha256'].map((name) =>
    define(
      `${name}(input: string): keyword`,
      `The ${name} hash of the text in UTF-8, in hexadecimal digits.`,
      (text: string) => hash(name, text),
    ),
  ),
  defineFor(
    'hash(algorithm: string, input: string): keyword',
    'The hash of the text in UTF-8, in hexadecimal digits, by an algorithm: md5, sha-1, sha-224, sha-256, sha-384, sha-512.',
    (call) => {
      checkAlgorithm(call);
      return hash;
    },
  ),
  define('to_base64(string: string): keyword', 'The text encoded in base64.', (text: string) =>
    Buffer.from(text).toString('base64'),
  ),
  define('from_base64(string: string): keyword', 'The text decoded from base64.', fromBase64),
  define(
    'url_encode(string: string): keyword',
    'The text encoded for a URL as in a form: a space becomes a plus sign.',
    encodeForm,
  ),
  define(
    'url_encode_component(string: string): keyword',
    'The text encoded for a component of a URL: a space becomes %20.',
    encodeComponent,
  ),
  define('url_decode(string: string): keyword', 'The text decoded from a URL.', decodeUrl),
];
