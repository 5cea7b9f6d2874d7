import { present } from '../base/present.ts';
import { defined } from '../base/errors.ts';
import {
  type BaselineEntry,
  covers,
  fingerprintsIn,
  isExcusable,
  isFixed,
  knownFingerprint,
  type KnownFailure,
  resolveEntry,
} from './baseline.ts';
import { causeOf } from './cause.ts';
import { oneLine } from './difference.ts';
import { nameOf, bailPrefix, type ScenarioResult, type Scenario } from './result.ts';

/** An entry of the new baseline. */
export interface UpdatedEntry {
  readonly known: KnownFailure;
  /** The position of the entry in the old baseline; absent: it is new. */
  readonly position?: number;
  readonly isChanged: boolean;
}

/** What an update starts from. */
export interface BaselineUpdate {
  readonly old: readonly BaselineEntry[];
  readonly results: readonly ScenarioResult[];
  /** All scenarios of the suite. */
  readonly scenarios: readonly Scenario[];
  /** What new entries get; `reason` is by default the cause of the failure. */
  readonly texts: Partial<Pick<KnownFailure, 'reason' | 'issue' | 'expires'>>;
}

/**
 * The baseline that accepts what a run could not judge or judged as failed, sorted by clause. Entries of the old one stay,
 * with their reasons; only fingerprints follow the results, and what is fixed goes. A new entry is about a whole clause if
 * all of its scenarios failed, otherwise about the scenarios of one name.
 */
export function updateBaseline(update: BaselineUpdate): readonly UpdatedEntry[] {
  const failed = update.results.filter(
    (result) => isExcusable(result) && result.reason?.startsWith(bailPrefix) !== true,
  );
  const isLeft = (entry: BaselineEntry): boolean =>
    !isFixed(
      entry,
      update.results.filter((result) => covers(entry, result)),
    );
  const kept = update.old.flatMap((entry, position) =>
    isLeft(entry) ? [{ position, ...followed(entry, failed) }] : [],
  );
  const open = failed.filter((result) => !update.old.some((entry) => covers(entry, result)));
  return [...kept, ...newEntries(open, update)].toSorted((a, b) =>
    sortKey(a) < sortKey(b) ? -1 : 1,
  );
}

function sortKey({ known: { clause, scenario = '' } }: UpdatedEntry): string {
  return `${clause} ${scenario}`;
}

/** An entry with the fingerprints that its scenarios have now; those that did not run keep theirs. */
function followed(
  entry: BaselineEntry,
  failed: readonly ScenarioResult[],
): Omit<UpdatedEntry, 'position'> {
  const { known, scenarios } = entry;
  const own = failed.filter((result) => covers(entry, result));
  const accepted = fingerprintsIn(known);
  const current = [...new Set(own.map(knownFingerprint))];
  if (accepted === undefined || current.length === 0) return { known, isChanged: false };
  const isWhole = own.length === scenarios.size;
  const wanted = isWhole ? current : [...new Set([...accepted, ...current])];
  const isSame = wanted.length === accepted.length && wanted.every((one) => accepted.includes(one));
  if (isSame) return { known, isChanged: false };
  return { known: { ...known, ...fingerprintMember(wanted) }, isChanged: true };
}

function newEntries(
  open: readonly ScenarioResult[],
  { scenarios, texts }: BaselineUpdate,
): readonly UpdatedEntry[] {
  const added: UpdatedEntry[] = [];
  const left = new Map(open.map((result) => [result.scenario.id, result]));
  for (const result of open) {
    const { scenario } = result;
    if (!left.has(scenario.id)) continue;
    const clause = defined(scenario.clauses[0], 'clause of a scenario');
    const whole = resolveEntry({ clause, reason: '' }, scenarios);
    const isWhole = [...whole.scenarios].every((id) => left.has(id));
    const name = nameOf(result);
    const named = { clause, ...(isWhole ? {} : { scenario: name }), reason: '' };
    const ids = resolveEntry(named, scenarios).scenarios;
    const own = open.filter((result) => ids.has(result.scenario.id));
    const { reason: _, ...about } = named;
    const known = {
      ...about,
      ...fingerprintMember([...new Set(own.map(knownFingerprint))]),
      reason: texts.reason ?? reasonOf(defined(own[0], 'failure of an entry')),
      ...present({ issue: texts.issue, expires: texts.expires }),
    };
    added.push({ known, isChanged: true });
    for (const id of ids) left.delete(id);
  }
  return added;
}

function fingerprintMember(fingerprints: readonly string[]): Pick<KnownFailure, 'fingerprint'> {
  const [only, ...more] = fingerprints.toSorted();
  if (only === undefined) return {};
  return { fingerprint: more.length === 0 ? only : [only, ...more] };
}

function reasonOf(result: ScenarioResult): string {
  const title = result.outcome === 'failed' ? causeOf(result)?.detail : result.reason;
  return `not examined yet: ${oneLine(defined(title, 'reason of a failure'))}`;
}
