#!/usr/bin/env node
import { onNewNode } from '../spec/node-version.ts';

await onNewNode('search-conformance', async () => {
  const { runProcess } = await import('./commands/run-cli.ts');
  const { ownSuite } = await import('./run/suite.ts');
  await runProcess(ownSuite());
});
