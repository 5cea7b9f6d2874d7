import { Writable } from 'node:stream';
import type { IRunConfiguration, runCucumber } from '@cucumber/cucumber/api';
import type { CucumberMessage } from './cucumber-messages.ts';
import type { Suite } from './suite.ts';

/** How Cucumber is called: in the root of the suite, without the configuration files of the user. */
export interface Runner {
  readonly configuration: IRunConfiguration;
  readonly environment: Parameters<typeof runCucumber>[1];
  /** Everything that Cucumber has written to stderr. */
  readonly complaints: () => string;
}

/** Prepares Cucumber for paths (`uri`, `uri:line` or globs) relative to the root of the suite. */
export async function prepareRunner(
  suite: Suite,
  paths: readonly string[],
  steps: readonly string[],
): Promise<Runner> {
  // Loaded when it is needed: it takes longer to load than the rest of the kit.
  const { loadConfiguration } = await import('@cucumber/cucumber/api');
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

/** Parses the features without running them, and passes on all messages. Returns the errors of the parser. */
export async function parseFeatures(
  suite: Suite,
  onMessage: (envelope: CucumberMessage) => void,
): Promise<string> {
  const { configuration, environment, complaints } = await prepareRunner(
    suite,
    [suite.features],
    [],
  );
  const sources = { ...configuration.sources, tagExpression: '@this-tag-stands-nowhere' };
  const cucumber = await import('@cucumber/cucumber/api');
  const { success } = await cucumber.runCucumber(
    { ...configuration, sources },
    environment,
    onMessage,
  );
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
