import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { load } from 'cheerio';
import { capture } from '../testing/capture.ts';
import { secretsInHeaders } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'ck-test-'));

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

const secret = `elastic:${signs}`;
const key = `key-id-1:${signs}`;

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
    const [json, junit] = [join(folder, 'report.json'), join(folder, 'report.xml')];
    const page = join(folder, 'report.html');
    const reports = ['--json', json, '--report', `junit=${junit}`, '--report', `html=${page}`];
    const run = await capture(
      ['run', '--spawn', spawned, '--clause', 'search.wrong', 'search.fine', ...flags, ...reports],
      env,
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
    const shown = {
      console: run.out + run.err,
      json: readFileSync(json, 'utf8'),
      junit: readFileSync(junit, 'utf8'),
      page: load(readFileSync(page, 'utf8'))('main').text(),
      errors: fuzz.out + fuzz.err,
    };
    assert.ok(Object.values(shown).every((text) => text.includes('***')));
    const encoded = planted.flatMap((text) => [
      Buffer.from(text).toString('base64').slice(0, -4),
      encodeURIComponent(text),
    ]);
    for (const [output, text] of Object.entries(shown)) {
      for (const piece of [...pieces, ...encoded.flatMap((form) => form.match(/.{12}/g) ?? [])]) {
        assert.ok(!text.includes(piece), `${output} holds ${piece}`);
      }
    }
    assert.match(shown.page, /curl -X POST .*\*\*\*/);
    assert.doesNotThrow(() => void JSON.parse(shown.json), 'the report is still JSON');
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
