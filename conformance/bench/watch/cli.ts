import { runProcess } from '../../commands/run-process.ts';
import { ownSuite } from '../../run/suite.ts';
import { fromRoot } from '../../../spec/root.ts';

/** The command line over the compiled modules, not their bundle. */
const compiled = fromRoot('dist', 'conformance');

await runProcess({
  ...ownSuite(),
  steps: ['dist/conformance/steps/index.js'],
  worker: `${compiled}/run/worker.js`,
  proof: `${compiled}/proof/index.js`,
});
