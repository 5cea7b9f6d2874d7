import type { ITestCaseHookParameter } from '@cucumber/cucumber';
import type { runCucumber } from '@cucumber/cucumber/api';

/** A message of Cucumber. */
export type CucumberMessage = Parameters<NonNullable<Parameters<typeof runCucumber>[2]>>[0];

/** A scenario, or one row of an outline, ready to run. */
export type Pickle = ITestCaseHookParameter['pickle'];

/** A parsed feature file. */
export type GherkinDocument = ITestCaseHookParameter['gherkinDocument'];
