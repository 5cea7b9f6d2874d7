import { isConnectionLost } from '../base/errors.ts';
import { failureAmong } from '../client/expectations.ts';
import { freeName, type ScenarioRecord } from '../client/record.ts';

/** What the report calls the observation of a second attempt. */
const ranTwice = 'the scenario ran twice';

/**
 * True if a scenario runs once more before it counts, in names of its own: a connection was lost, and the request cannot be
 * sent again alone, as it may have had its effect. A server that has also failed otherwise is not excused.
 */
export function needsSecondAttempt({ error, exchanges }: ScenarioRecord): boolean {
  return isConnectionLost(error?.error) && failureAmong(exchanges) === undefined;
}

/** The record of a second attempt, which says why there was a first one, and what that one left behind. */
export function withFirstAttempt(second: ScenarioRecord, first: ScenarioRecord): ScenarioRecord {
  const lost = first.unanswered.at(-1)?.request;
  const call = lost === undefined ? '' : ` to ${lost.method} ${lost.path}`;
  const value = `the first time, the server closed a connection instead of responding${call}`;
  const entry = { what: freeName(second.observations, ranTwice), value };
  return {
    ...second,
    observations: [entry, ...second.observations],
    leftovers: [...first.leftovers, ...second.leftovers],
    secrets: [...first.secrets, ...second.secrets],
  };
}
