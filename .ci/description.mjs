// Writes the page of the OpenAPI description that a review contains, unless it is newer than the description.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const page = 'dist/description.html';
const sources = [
  'spec/openapi.yaml',
  'spec/redocly.yaml',
  ...readdirSync('spec/schemas', { recursive: true, encoding: 'utf8' }).map((name) =>
    join('spec/schemas', name),
  ),
];
const newest = Math.max(...sources.map((file) => statSync(file).mtimeMs));
if (!existsSync(page) || statSync(page).mtimeMs < newest) {
  const title = ['--title', 'The interface'];
  const argv = [
    'spec/openapi.yaml',
    '--config',
    'spec/redocly.yaml',
    '-o',
    page,
    '--inlineBundle',
    ...title,
  ];
  execFileSync(process.execPath, ['node_modules/@redocly/cli/bin/cli.js', 'build-docs', ...argv], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  // A page of a review loads nothing, and keeps the licence of what is in it.
  const policy = `default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; connect-src 'none'`;
  const licences = ['LICENSE', 'THIRD_PARTY_NOTICES'].map((name) =>
    readFileSync(`node_modules/@redocly/cli/${name}`, 'utf8').replaceAll('--', '- -'),
  );
  const text = readFileSync(page, 'utf8')
    .replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+/g, 'data:,')
    .replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
  writeFileSync(page, `${text.trimEnd()}\n<!-- Redocly CLI\n${licences.join('\n')}-->\n`);
}
