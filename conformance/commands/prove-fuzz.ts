import type { Ledger } from '../../spec/clauses.ts';
import { properties } from '../fuzz/properties/index.ts';
import type { Property } from '../fuzz/property.ts';
import { unclaimedProperties } from '../fuzz/unclaimed.ts';
import type { FaultTrial } from '../proof/score.ts';
import type { ExitCode } from '../report/exit-code.ts';
import type { Suite } from '../run/suite.ts';
import type { Frame } from './frame.ts';
import { catchCode, catchEach, catchText } from './fuzz-catches.ts';
import type { FuzzProof, TrialServer } from './fuzz-mutation.ts';
import { withTarget } from './live-target.ts';
import type { PreparedProof } from './proof-plan.ts';
import { fuzzDerived } from './prove-fuzz-derived.ts';
import { fuzzVariants } from './prove-fuzz-variants.ts';

/** The values that each property tries against a fault. */
const runs = 10;

/**
 * Runs properties against mutations, without any scenario. Of faults and derived mutations, it says which ones they catch
 * alone; none has to be caught. A property that fails on a legal mutation is a false alarm.
 */
export async function proveFuzz(
  prepared: PreparedProof,
  suite: Suite,
  frame: Frame,
): Promise<ExitCode> {
  const { settings, plan, flags } = prepared;
  const { profile } = settings;
  const { isStopping } = frame.interrupt;
  return withTarget(settings, { isStopping, needsIntake: true }, async ({ target }) => {
    const server = { suite, profile, target };
    const proof = { prepared, frame };
    const { ledger } = plan.conditions;
    const claimed = claimedOf(ofChapters(flags.chapter, ledger), profile, ledger);
    if (plan.variants !== undefined) return fuzzVariants(proof, server, claimed);
    if (plan.space !== undefined) return fuzzDerived(proof, server, claimed);
    return fuzzFaults(proof, server);
  });
}

/**
 * Runs the properties that follow from the clauses of each fault against it. Faults without such a property are counted,
 * not tried.
 */
async function fuzzFaults(
  { prepared: { plan }, frame }: FuzzProof,
  server: TrialServer,
): Promise<ExitCode> {
  const { trials = [], conditions } = plan;
  const all = trials.map((trial) => {
    const { name } = trial.fault;
    const own = propertiesOf(trial, server.profile, conditions.ledger);
    const selection = { kind: 'fault', names: [name] } as const;
    return { name, selection, properties: own, runs, isLegal: false };
  });
  const tried = all.filter(({ properties: own }) => own.length > 0);
  const results = await catchEach(tried, server, frame);
  const untried = all.length - tried.length;
  frame.output.write(`${catchText(results, ' faults')}; ${untried} more have no property\n`);
  return catchCode(results, frame.interrupt.isStopping());
}

type Profile = PreparedProof['settings']['profile'];

/** The properties that follow from a clause of a fault, and that the profile claims. */
function propertiesOf(
  { clauses }: FaultTrial,
  profile: Profile,
  ledger: Ledger,
): readonly Property[] {
  const own = ofChapters([], ledger).filter((property) =>
    property.clauses.some((id) => clauses.includes(id)),
  );
  return claimedOf(own, profile, ledger);
}

/** The properties with a clause of one of these chapters; all of them without chapters. */
function ofChapters(chapters: readonly string[], { byId }: Ledger): readonly Property[] {
  const isWanted = (id: string): boolean => chapters.includes(byId.get(id)?.chapter ?? '');
  return properties.filter(({ clauses }) => chapters.length === 0 || clauses.some(isWanted));
}

function claimedOf(
  some: readonly Property[],
  profile: Profile,
  ledger: Ledger,
): readonly Property[] {
  const unclaimed = new Set(unclaimedProperties(some, profile, ledger).map(({ id }) => id));
  return some.filter(({ id }) => !unclaimed.has(id));
}
