import { processStreams } from '../report/output.ts';
import type { Suite } from '../run/suite.ts';
import { runCli } from './run-cli.ts';

/**
 * Runs the command line over a suite as this process, and ends the process with its exit code once all output is
 * written. It does not wait for Node.js to end by itself: Node.js then removes the handlers of signals first, and a
 * second signal to an interrupted run would change its exit code.
 */
export async function runProcess(suite: Suite): Promise<never> {
  const code = await runCli(process.argv.slice(2), {
    suite,
    streams: processStreams(),
    env: process.env,
  });
  await Promise.all([process.stdout, process.stderr].map(flush));
  return process.exit(code);
}

/** Waits until a stream has written, or failed to write, all that it holds. */
function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => void stream.write('', () => resolve()));
}
