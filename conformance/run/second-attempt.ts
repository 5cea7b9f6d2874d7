import { isConnectionLost } from '../base/errors.ts';
import { failureAmong } from '../client/expectations.ts';
import { lateUse } from '../client/late-use.ts';
import { freeName, type ScenarioRecord } from '../client/record.ts';

/** What the report calls the observation of a second attempt. */
const ranTwice = 'the scenario ran twice';

/**
 * True if a scenario runs once more before it counts, in names of its own: a connection was lost, and the request cannot be
 * sent again alone, as it may have had its effect; or what it uses may have been kept for too short a time. A server that
 * has also failed otherwise is not excused.
 */
export function needsSecondAttempt(record: ScenarioRecord): boolean {
  const isExcused = isConnectionLost(record.error?.error) || lateUse(record) !== undefined;
  return isExcused && failureAmong(record.exchanges) === undefined;
}

/** The record of a second attempt, which says why there was a first one, and what that one left behind. */
export function withFirstAttempt(second: ScenarioRecord, first: ScenarioRecord): ScenarioRecord {
  const lost = first.unanswered.at(-1)?.request;
  const call = lost === undefined ? '' : ` to ${lost.method} ${lost.path}`;
  const value =
    lateUse(first) ?? `the first time, the server closed a connection instead of responding${call}`;
  const entry = { what: freeName(second.observations, ranTwice), value };
  return {
    ...second,
    observations: [entry, ...second.observations],
    leftovers: [...first.leftovers, ...second.leftovers],
    secrets: [...first.secrets, ...second.secrets],
  };
}
