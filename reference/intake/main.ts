#!/usr/bin/env node
import { nodeProblem } from '../../spec/node-version.ts';

// Everything else is loaded afterwards: an older version of Node fails somewhere in it.
const problem = nodeProblem('intake-server', process.versions.node);
if (problem === undefined) await import('./program.ts');
else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 2;
}
