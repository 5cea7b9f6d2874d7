import { exitCodes, type ExitCode } from '../report/exit-code.ts';
import type { ScenarioResult } from '../report/result.ts';
import type { ProofResults } from './prove.ts';
import { mutationCounts } from './proof-console.ts';
import { passes } from './shapes/prove-shapes.ts';
import { judgingIn, type Score } from './score.ts';

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

/** Returns all results of a proof, against the correct server and against mutations. */
function allResults({
  honest,
  faults,
  variants,
  derived,
  shapes,
}: ProofResults): readonly ScenarioResult[] {
  const mutated = [...(faults ?? []), ...(variants ?? []), ...(shapes ?? [])].flatMap(
    ({ results }) => results,
  );
  return [...honest, ...mutated, ...(derived ?? []).flatMap(({ red }) => red)];
}
