// Holds what scenarios used beyond the specification, in the JSON report of a run, against the lists of spec/.
// `--write` stores the report's in spec/generated/extras.json instead, and `--page` writes the list of docs/needs.md.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { extras, extrasFile } from '../dist/spec/extras.js';

const [report, flag] = process.argv.slice(2);
const { scenarios } = JSON.parse(readFileSync(report, 'utf8'));
const found = {};
for (const { id, name, extras: used = [] } of scenarios) {
  if (used.length === 0) continue;
  const feature = (found[id.slice(0, id.lastIndexOf(':'))] ??= {});
  feature[name] = [...new Set([...(feature[name] ?? []), ...used])];
}
const file = extrasFile.join('/');
const page = 'docs/needs.md';
const mark = '<!-- made by npm run extras -->\n';
if (flag === '--write') {
  writeFileSync(file, `${JSON.stringify(found, undefined, 2)}\n`);
} else if (flag === '--page') {
  writeFileSync(page, writtenPage());
} else {
  const problems = [...unnamed(), ...unused(), ...stale()];
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** What a scenario uses and spec/extras.ts does not name, with the scenario. */
function unnamed() {
  return scenarios.flatMap(({ id, extras: used = [] }) =>
    used
      .filter((name) => !Object.hasOwn(extras, name))
      .map((name) => `${id} uses ${name}, which spec/extras.ts does not name`),
  );
}

function unused() {
  const all = new Set(scenarios.flatMap((scenario) => scenario.extras ?? []));
  return Object.keys(extras)
    .filter((name) => !all.has(name))
    .map((name) => `spec/extras.ts names ${name}, which no scenario uses`);
}

function stale() {
  const known = JSON.parse(readFileSync(file, 'utf8'));
  const isCurrent = isDeepStrictEqual(known, found) && readFileSync(page, 'utf8') === writtenPage();
  return isCurrent ? [] : [`${file} or ${page} is out of date: npm run extras`];
}

/** The page with its list as the command prints it now. */
function writtenPage() {
  const [intro] = readFileSync(page, 'utf8').split(mark, 1);
  const command = ['dist/bundle/conformance/cli.js', 'list', '--needs', '--format', 'markdown'];
  return `${intro}${mark}\n${execFileSync(process.execPath, command, { encoding: 'utf8' }).trimEnd()}\n`;
}
