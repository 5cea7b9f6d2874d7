#!/usr/bin/env node
import { nodeProblem } from '../spec/node-version.ts';

// Everything else is loaded afterwards: an older version of Node fails somewhere in it.
const problem = nodeProblem('search-reference', process.versions.node);
if (problem === undefined) await import('./serve-command.ts');
else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 2;
}
