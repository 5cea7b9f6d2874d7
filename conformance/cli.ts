#!/usr/bin/env node
import { nodeProblem } from '../spec/node-version.ts';

// Everything else is loaded afterwards: an older version of Node fails somewhere in it.
const problem = nodeProblem('search-conformance', process.versions.node);
if (problem === undefined) {
  const { runProcess } = await import('./commands/run-process.ts');
  const { ownSuite } = await import('./run/suite.ts');
  await runProcess(ownSuite());
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 2;
}
