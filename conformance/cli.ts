#!/usr/bin/env node
import { ownSuite } from './run/suite.ts';
import { runCli } from './commands/run-cli.ts';
import { processStreams } from './report/output.ts';

process.exitCode = await runCli(process.argv.slice(2), {
  suite: ownSuite(),
  streams: processStreams(),
  env: process.env,
});
