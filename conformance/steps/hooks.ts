import {
  After,
  AfterStep,
  Before,
  setDefaultTimeout,
  setWorldConstructor,
} from '@cucumber/cucumber';
import { openedSession } from '../client/session.ts';
import { World } from '../client/world.ts';

/** Upper bound for each step, as a safety net: every wait and every request has a shorter deadline. */
const stepTimeout_ms = 600_000;

setDefaultTimeout(stepTimeout_ms);
setWorldConstructor(World);

Before(function () {
  return openedSession().isStopping() ? 'skipped' : undefined;
});

AfterStep(function (this: World, { error, pickleStep }) {
  if (error !== undefined && error !== null && error !== false) {
    this.fail({ error, step: pickleStep.text, precondition: `${pickleStep.type}` === 'Context' });
  }
});

After(async function (this: World, { testCaseStartedId }) {
  openedSession().recordScenario(testCaseStartedId, await this.finish());
});
