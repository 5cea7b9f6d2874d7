// Packs the package, installs it in an empty folder, and runs it there: what is published works like the checkout.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'search-conformance [package] '));
const windows = process.platform === 'win32';
try {
  run('npm', ['pack', '--silent', '--pack-destination', folder], process.cwd());
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const tarball = join(folder, `${name}-${version}.tgz`);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  run(
    'npm',
    ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', tarball],
    folder,
  );
  const reference = 'npx search-reference --port {port} --test-control';
  const flags = [
    '--profile',
    'reference',
    '--chapter',
    'from-size',
    'scroll',
    '--json',
    'verdicts.json',
  ];
  run('npx', ['search-conformance', 'run', '--spawn', reference, ...flags], folder);
  const { summary } = JSON.parse(readFileSync(resolve(folder, 'verdicts.json'), 'utf8'));
  if (!(summary.passed > 60))
    throw new Error(`only ${summary.passed} scenarios ran from the package`);
  run('npx', ['search-conformance', 'explain', 'scroll.open'], folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command, args, cwd) {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'], shell: windows });
}
