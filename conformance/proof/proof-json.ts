import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import type { RunDescription } from '../report/outcome.ts';
import type { ScenarioResult } from '../report/result.ts';
import type { ProofResults } from './prove.ts';
import { allResults, mutationCounts, proofCounts, type ProofSize } from './proof-console.ts';
import { pairsIn } from './shapes/combinations.ts';
import { type Score, judgingIn } from './score.ts';
import { reasonOf } from './space/open-places.ts';
import { passes } from './shapes/prove-shapes.ts';

/** The format version of the JSON file. */
const proofFormat = 1;

/** The input of `proofJson`. */
export interface ProofReport {
  /** When and how the proof ran. */
  readonly description: Pick<
    RunDescription,
    'id' | 'version' | 'started_at' | 'duration_ms' | 'profile'
  > & {
    readonly chapters: readonly string[];
    /** The patterns of `--mutation`; empty if all derived mutations ran. */
    readonly patterns: readonly string[];
  };
  readonly proof: ProofResults;
  readonly score: Score;
  readonly size: ProofSize;
  readonly exit_code: ExitCode;
}

/** Writes a proof as JSON: the three figures, every fault and variant, and the matrix clause × fault × scenario. */
export function proofJson({ description, proof, score, size, exit_code }: ProofReport): string {
  const { detection, falseAlarms, liveness, dead } = score;
  const { all, falseAlarms: wronglyFailed, ...counts } = mutationCounts(proof);
  const report = {
    format: proofFormat,
    run: description,
    summary: {
      detection,
      false_alarms: falseAlarms,
      liveness,
      mutations: all,
      ...counts,
      wrongly_failed: wronglyFailed,
      ...proofCounts(proof, score, size),
      exit_code,
    },
    honest: proof.unfit.map(checkEntry),
    faults: proof.faults?.map(({ fault, clauses, survived, results }) => ({
      name: fault.name,
      clauses,
      caught: survived.length === 0,
      survived,
      checks: results.map(checkEntry),
    })),
    variants: proof.variants?.map(({ variant, companions, alarms, results }) => ({
      name: variant.name,
      aspect: variant.aspect,
      because: variant.because,
      together_with: companions,
      checks: results.length,
      alarms: alarms.map(checkEntry),
    })),
    shapes: proof.shapes && {
      pairs: pairsIn(proof.shapes.map(({ shapes }) => shapes)),
      combinations: proof.shapes.map(({ shapes, results, judged, alarms, causes }) => ({
        shapes: shapes.map(({ name }) => name),
        checks: results.length,
        judged,
        incomplete: results.filter(({ outcome }) => outcome === 'incomplete').map(checkEntry),
        alarms: alarms.map(checkEntry),
        alone_on: causes,
      })),
    },
    derived: proof.derived?.map(({ mutation, decision, scenarios, red, open }) => ({
      id: mutation.id,
      decision: decision.replace('-', '_'),
      changes: scenarios.length,
      ...(open === undefined ? {} : { because: reasonOf(open), source: open.source }),
      checks: red.map(checkEntry),
    })),
    never_red: dead.map(({ id, name, clauses }) => ({ id, name, clauses })),
    matrix: matrixOf(proof),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

function checkEntry({ scenario, outcome, failure, reason }: ScenarioResult): object {
  const { id, clauses } = scenario;
  if (failure === undefined) return { id, clauses, outcome, reason };
  const { step, kind, message } = failure;
  return { id, clauses, outcome, step, kind, message };
}

/** Returns one row for each clause of a fault and each scenario of that clause. */
function matrixOf({ faults }: ProofResults): readonly object[] {
  return (faults ?? []).flatMap(({ fault, clauses, results }) =>
    clauses.flatMap((clause) =>
      results
        .filter(({ scenario }) => scenario.clauses.includes(clause))
        .map(({ scenario, outcome }) => ({
          clause,
          fault: fault.name,
          check: scenario.id,
          red: outcome === 'failed',
        })),
    ),
  );
}

/** Returns the exit code of the most severe problem of a proof. A proof that judges nothing is incomplete. */
export function proofExitCode(proof: ProofResults, score: Score): ExitCode {
  const outcomes = new Set(allResults(proof).map(({ outcome }) => outcome));
  if (outcomes.has('interrupted')) return exitCodes.interrupted;
  if (outcomes.has('broken')) return exitCodes.broken;
  if (outcomes.has('lost')) return exitCodes.lost;
  if (proof.unfit.length > 0 || judgingIn(proof.honest).length === 0) return exitCodes.incomplete;
  return codeOfScore(proof, score);
}

function codeOfScore(proof: ProofResults, score: Score): ExitCode {
  const { all, undecided, falseAlarms } = mutationCounts(proof);
  const { shapes = [] } = proof;
  if (all === 0 && shapes.length === 0) return exitCodes.incomplete;
  const isGood =
    undecided === 0 && falseAlarms === 0 && score.dead.length === 0 && shapes.every(passes);
  return isGood ? exitCodes.conformant : exitCodes.failed;
}
