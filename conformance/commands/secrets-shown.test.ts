import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { load } from 'cheerio';
import { capture } from '../testing/capture.ts';
import { kindNames } from '../report/destinations.ts';
import { secretsInHeaders } from './secrets.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

const folder = temporaryFolder();

/** Every printable ASCII sign but the space, which a header cannot end with. */
const signs = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).join('');
const pieces = signs.match(/.{8}/g) ?? [];

/**
 * A server that prints every header that it gets, and answers with it: in JSON, in JSON in JSON, in XML, in HTML, in a
 * URL and in base64.
 */
const echo = `
const http = require('node:http');
const xml = (text) => text.replace(/[&<>"']/g, (sign) => '&#' + sign.charCodeAt(0) + ';');
const html = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
http.createServer((request, response) => {
  request.resume().on('end', () => {
    const seen = Object.values(request.headers);
    const json = JSON.stringify(seen);
    const all = [json, JSON.stringify(json), ...seen.flatMap((text) => [
      text, xml(text), html(text), encodeURIComponent(text), encodeURI(text), Buffer.from(text).toString('base64'),
    ])];
    if (request.method === 'POST') process.stderr.write(all.join('\\n') + '\\n');
    response.writeHead(request.method === 'POST' ? 400 : 200, { 'content-type': 'application/json', location: encodeURI(seen.join()) });
    response.end(JSON.stringify({ error: { reason: all.join(' ') }, all, took: all }));
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
`;
const program = join(folder, 'echo.cjs');
writeFileSync(program, echo);
const spawned = `'${process.execPath}' '${program}' {port}`;

const summary = join(folder, 'summary.md');
const fileOf = (kind: string): string => join(folder, `report.${kind}`);

const secret = `elastic:${signs}`;
const key = `key-id-1:${signs}`;

/** Pieces of a text in base64, and as it is escaped in URLs, JSON, JSON in JSON, XML and HTML. */
function spellingsOf(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const spellings = [
    Buffer.from(text).toString('base64').slice(0, -4),
    encodeURIComponent(text),
    json,
    JSON.stringify(json).slice(1, -1),
    text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  ];
  return spellings.flatMap((spelling) => spelling.match(/.{12}/g) ?? []);
}

for (const [what, flags, env, planted] of [
  ['a password', ['--auth', 'basic=env:S'], { S: secret }, [signs, secret]],
  ['an API key', ['--auth', 'apikey=env:S'], { S: key }, [signs, key]],
  [
    'an API key in base64',
    ['--auth', 'apikey=env:S'],
    { S: Buffer.from(key).toString('base64') },
    [signs, key],
  ],
  ['a token', ['--auth', 'bearer=env:S'], { S: signs }, [signs]],
  ['a header', ['-H', `x-own: ${signs}`], {}, [signs]],
] as const) {
  test(`${what} of all printable signs stands in no output`, { timeout: 120_000 }, async () => {
    const reports = kindNames.flatMap((kind) => ['--report', `${kind}=${fileOf(kind)}`]);
    const run = await capture(
      ['run', '--spawn', spawned, '--clause', 'search.wrong', 'search.fine', ...flags, ...reports],
      { ...env, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
    );
    assert.equal(run.code, 1, run.out);
    assert.match(run.out, /last stderr output of the spawned server/);
    const dead = `cat >&2 '${join(folder, 'dying')}'; exit 3`;
    writeFileSync(
      join(folder, 'dying'),
      planted.map((text) => JSON.stringify({ text })).join('\n'),
    );
    const fuzz = await capture(['fuzz', '--spawn', dead, '--runs', '1', ...flags], env);
    assert.equal(fuzz.code, 4, fuzz.err);
    const files = kindNames.map((kind) => [kind, readFileSync(fileOf(kind), 'utf8')] as const);
    const texts: Readonly<Record<string, string>> = {
      ...Object.fromEntries(files),
      console: run.out + run.err,
      summary: readFileSync(summary, 'utf8'),
      page: load(readFileSync(fileOf('html'), 'utf8'))('main').text(),
      errors: fuzz.out + fuzz.err,
    };
    const unmasked = Object.keys(texts).filter((output) => !texts[output]?.includes('***'));
    assert.deepEqual(unmasked, ['badge'], 'every output but the badge shows what was masked');
    const spellings = planted.flatMap(spellingsOf);
    for (const [output, text] of Object.entries(texts)) {
      const found = [...pieces, ...spellings].filter((piece) => text.includes(piece));
      assert.deepEqual(found, [], output);
    }
    assert.match(texts['page'] ?? '', /curl -X POST .*\*\*\*/);
    assert.doesNotThrow(() => void JSON.parse(texts['json'] ?? ''), 'the report is still JSON');
  });
}

test('headers that say what a client prefers, and values that stand everywhere, are no secrets', () => {
  const headers = [
    ['accept', 'application/json'],
    ['x-flag', 'true'],
    ['x-tenant', 'Token 0123456789abcdef'],
  ] as const;
  assert.deepEqual(secretsInHeaders(headers), ['Token 0123456789abcdef', '0123456789abcdef']);
});

test('a refused flag is not shown with the secret in it', async () => {
  for (const flags of [
    ['--auth', `basic=${secret}`],
    ['--auth', `apikey=${key}`],
    ['--auth', signs],
    ['-H', signs.replaceAll(':', '')],
    ['-H', `bad name: ${signs}`],
    ['--base-url', `http://elastic:${encodeURIComponent(signs)}@127.0.0.1:9/?x=${signs}`],
  ]) {
    const { code, out, err } = await capture(['run', '--base-url', 'http://127.0.0.1:9', ...flags]);
    assert.equal(code, 2, err);
    const found = [...pieces, ...spellingsOf(signs)].filter((piece) => (out + err).includes(piece));
    assert.deepEqual(found, [], `${flags[0]}: ${err}`);
  }
});
