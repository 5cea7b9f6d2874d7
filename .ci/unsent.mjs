// Holds what the requests of a run had of the described interface, in a file that .ci/record-sent.mjs has written, against
// the whole of it: what nothing sends needs a reason in spec/unsent.yaml. `--list` prints what nothing sends.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describedLines } from '../dist/conformance/proof/unsent/described.js';
import { unsentProblems } from '../dist/conformance/proof/unsent/unsent.js';
import { loadLedger } from '../dist/spec/clauses.js';

const [file, flag] = process.argv.slice(2);
const sent = new Set(readFileSync(file, 'utf8').split('\n'));
const described = describedLines();
if (flag === '--list') {
  for (const line of described) if (!sent.has(line)) process.stdout.write(`${line}\n`);
} else {
  const entries = parse(readFileSync('spec/unsent.yaml', 'utf8'));
  const problems = unsentProblems({ described, sent, entries, ledger: loadLedger() });
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
