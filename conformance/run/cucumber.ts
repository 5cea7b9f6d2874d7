import { Writable } from 'node:stream';
import type { IRunConfiguration, IRunOptions, runCucumber } from '@cucumber/cucumber/api';
import type { Suite } from './suite.ts';
import type { ITestCaseHookParameter } from '@cucumber/cucumber';

/** A message of Cucumber. */
export type CucumberMessage = Parameters<NonNullable<Parameters<typeof runCucumber>[2]>>[0];

/** A scenario, or one row of an outline, ready to run. */
export type Pickle = ITestCaseHookParameter['pickle'];

/** A parsed feature file. */
export type GherkinDocument = ITestCaseHookParameter['gherkinDocument'];

/** How Cucumber is called: in the root of the suite, without the configuration files of the user. */
export interface Runner {
  readonly configuration: IRunOptions;
  readonly environment: Parameters<typeof runCucumber>[1];
  /** Everything that Cucumber has written to stderr. */
  readonly complaints: () => string;
}

/** A file of every suite. Cucumber searches all directories if it gets no path. */
const anyFile = 'package.json';

/** Loads the steps of a suite once for any number of runs, which may overlap. */
export async function loadSteps(suite: Suite): Promise<Runner> {
  const runner = await prepareRunner(suite, [anyFile], suite.steps);
  const { loadSupport } = await import('@cucumber/cucumber/api');
  const { configuration, environment } = runner;
  const library = await loadSupport(configuration, environment);
  // Without the patterns of their files, which Cucumber would search again in every run.
  const coordinates = { ...library.originalCoordinates, importPaths: [anyFile] };
  const support = { ...library, originalCoordinates: coordinates };
  return { ...runner, configuration: { ...configuration, support } };
}

/** Prepares Cucumber for paths (`uri`, `uri:line` or globs) relative to the root of the suite, without loaded steps. */
export async function prepareRunner(
  suite: Suite,
  paths: readonly string[],
  steps: readonly string[],
): Promise<Runner & { readonly configuration: IRunConfiguration }> {
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
