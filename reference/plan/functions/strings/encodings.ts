import { createHash } from 'node:crypto';
import { string } from '../accepts.ts';
import type { FunctionDefinition } from '../definition.ts';
import { argumentProblem } from '../problems.ts';
import type { RowResult } from '../apply.ts';
import { prepared, scalar, text } from '../scalar.ts';
import { applyRows } from '../apply.ts';
import { QueryProblem } from '../../expression.ts';

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

function digest(algorithm: string, value: string): string {
  return createHash(algorithm).update(value).digest('hex');
}

function hashOf(name: 'md5' | 'sha1' | 'sha256', gives: string): FunctionDefinition {
  return scalar({
    name,
    parameters: [{ name: 'input', accepts: string }],
    returns: 'keyword',
    description: `The ${name} hash of the text in UTF-8, in hexadecimal digits.`,
    examples: [{ call: `${name}("Hello")`, gives }],
    row: (operands) => digest(name, text(operands, 0)),
  });
}

function fromBase64(value: string): RowResult {
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(value) && value.length % 4 !== 1;
  if (!isBase64) return argumentProblem(`Illegal base64 text [${value}]`);
  return Buffer.from(value, 'base64').toString();
}

/** Encodes a text as HTML forms do: all characters but letters, digits and `. - _ *` are escaped. */
function encodeUrl(value: string, space: '+' | '%20'): string {
  const encoded = encodeURIComponent(Buffer.from(value).toString()).replaceAll(
    /[!'()~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const plain = space === '+' ? encoded.replaceAll('%20', '+') : encoded.replaceAll('*', '%2A');
  return space === '+' ? plain : plain.replaceAll('%7E', '~');
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
  hashOf('md5', '8b1a9953c4611296a827abf8c47804d7'),
  hashOf('sha1', 'f7ff9e8b7bb2e09b70935a5d785e0cc5d9d0abf0'),
  hashOf('sha256', '185f8db32271fe25f561a6fc938b2e264306ec304eda518007d1764826381969'),
  prepared({
    name: 'hash',
    parameters: [
      { name: 'algorithm', accepts: string },
      { name: 'input', accepts: string },
    ],
    returns: 'keyword',
    description:
      'The hash of the text in UTF-8, in hexadecimal digits, by an algorithm: md5, sha-1, sha-224, sha-256, sha-384, sha-512.',
    examples: [
      { call: 'hash("MD5", "Hello")', gives: '8b1a9953c4611296a827abf8c47804d7' },
      {
        call: 'hash(concat("SHA", "-1"), "Hello")',
        gives: 'f7ff9e8b7bb2e09b70935a5d785e0cc5d9d0abf0',
      },
    ],
    prepare({ operands: [algorithm] }) {
      const name = algorithm?.kind === 'constant' ? String(algorithm.values[0]) : undefined;
      if (algorithm !== undefined && name !== undefined && !algorithms.has(name.toLowerCase())) {
        throw new QueryProblem(algorithm.place, `Unknown algorithm [${name}]`);
      }
      return applyRows('keyword', (operands) => {
        const known = algorithms.get(text(operands, 0).toLowerCase());
        if (known !== undefined) return digest(known, text(operands, 1));
        return {
          type: 'java.security.NoSuchAlgorithmException',
          reason: `${text(operands, 0)} MessageDigest not available`,
        };
      });
    },
  }),
  scalar({
    name: 'to_base64',
    parameters: [{ name: 'string', accepts: string }],
    returns: 'keyword',
    description: 'The text encoded in base64.',
    examples: [{ call: 'to_base64("elastic")', gives: 'ZWxhc3RpYw==' }],
    row: (operands) => Buffer.from(text(operands, 0)).toString('base64'),
  }),
  scalar({
    name: 'from_base64',
    parameters: [{ name: 'string', accepts: string }],
    returns: 'keyword',
    description: 'The text decoded from base64.',
    examples: [
      { call: 'from_base64("ZWxhc3RpYw==")', gives: 'elastic' },
      { call: 'from_base64("?")', gives: null, warns: 'Illegal base64' },
    ],
    row: (operands) => fromBase64(text(operands, 0)),
  }),
  scalar({
    name: 'url_encode',
    parameters: [{ name: 'string', accepts: string }],
    returns: 'keyword',
    description: 'The text encoded for a URL as in a form: a space becomes a plus sign.',
    examples: [{ call: 'url_encode("a b&c/é")', gives: 'a+b%26c%2F%C3%A9' }],
    row: (operands) => encodeUrl(text(operands, 0), '+'),
  }),
  scalar({
    name: 'url_encode_component',
    parameters: [{ name: 'string', accepts: string }],
    returns: 'keyword',
    description: 'The text encoded for a component of a URL: a space becomes %20.',
    examples: [{ call: 'url_encode_component("a b")', gives: 'a%20b' }],
    row: (operands) => encodeUrl(text(operands, 0), '%20'),
  }),
  scalar({
    name: 'url_decode',
    parameters: [{ name: 'string', accepts: string }],
    returns: 'keyword',
    description: 'The text decoded from a URL.',
    examples: [
      { call: 'url_decode("a+b%26c")', gives: 'a b&c' },
      { call: 'url_decode("%zz")', gives: null, warns: 'Illegal hex characters' },
    ],
    row: (operands) => decodeUrl(text(operands, 0)),
  }),
];
