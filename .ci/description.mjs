// Writes the page of the OpenAPI description that a review contains, unless it is newer than the description.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
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
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
