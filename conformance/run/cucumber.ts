import { Writable } from 'node:stream';
import { type IRunConfiguration, loadConfiguration, runCucumber } from '@cucumber/cucumber/api';
import type { Envelope } from './envelope.ts';
import type { Suite } from './suite.ts';

/** How the runner is called: in the root of the suite, deaf to the files and flags of the user. */
export interface Runner {
  readonly configuration: IRunConfiguration;
  readonly environment: Parameters<typeof runCucumber>[1];
  /** What the runner complained about so far. */
  readonly complaints: () => string;
}

/** Prepares the runner for the given paths (`uri`, `uri:line` or globs, below the root of the suite). */
export async function prepareRunner(
  suite: Suite,
  paths: readonly string[],
  steps: readonly string[],
): Promise<Runner> {
  const complaints: string[] = [];
  const environment = {
    cwd: suite.root,
    stdout: collecting([]),
    stderr: collecting(complaints),
    env: {},
  };
  const provided = { paths: [...paths], import: [...steps], format: ['rerun'], publish: false };
  const loaded = await loadConfiguration({ file: false, provided }, environment);
  return {
    configuration: loaded.runConfiguration,
    environment,
    complaints: () => complaints.join(''),
  };
}

/** Parses the features and hands over every message about them; runs nothing. Gives the complaints of the parser. */
export async function parseFeatures(
  suite: Suite,
  onMessage: (envelope: Envelope) => void,
): Promise<string> {
  const { configuration, environment, complaints } = await prepareRunner(
    suite,
    [suite.features],
    [],
  );
  const sources = { ...configuration.sources, tagExpression: '@this-tag-stands-nowhere' };
  const { success } = await runCucumber({ ...configuration, sources }, environment, onMessage);
  return success ? '' : complaints();
}

function collecting(into: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      into.push(chunk.toString('utf8'));
      done();
    },
  });
}
