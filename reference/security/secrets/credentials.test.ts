import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeCredential, parseCredential } from './credentials.ts';

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');

describe('a credential', () => {
  const credentials = [
    { name: 'id', secret: 'secret' },
    { name: 'jürgen', secret: 'pass:word' },
    { name: 'i', secret: '' },
    { name: 'id', secret: '\ufeff\ufffd \0 ' },
  ];
  for (const credential of credentials) {
    it(`is decoded as it was encoded: ${credential.name}`, () => {
      const encoded = encodeCredential(credential);
      assert.deepEqual(parseCredential(encoded), credential);
      assert.deepEqual(parseCredential(encoded.replace(/=+$/, '')), credential);
    });
  }

  const broken: readonly (readonly [what: string, encoded: string])[] = [
    ['nothing', ''],
    ['never encoded', 'id:secret'],
    ['no base64', '!!!!'],
    ['without a colon', base64('idsecret')],
    ['without a name', base64(':secret')],
    ['blanks inside', `${base64('id:sec')} ${base64('ret')}`],
    ['base64url', Buffer.from('id:\u{7ff}\u{7ff}?').toString('base64url')],
    ['non-zero padding bits', 'aWQ6c2VjcmV0eR=='],
    ['no UTF-8', Buffer.from('aWQ6\xff', 'latin1').toString('base64')],
    ['too long', base64(`id:${'x'.repeat(4096)}`)],
  ];
  for (const [what, encoded] of broken) {
    it(`is malformed: ${what}`, () => assert.equal(parseCredential(encoded), undefined));
  }
});
