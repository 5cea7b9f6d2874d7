#!/usr/bin/env node
import { runProcess } from './commands/run-process.ts';
import { ownSuite } from './run/suite.ts';

await runProcess(ownSuite());
