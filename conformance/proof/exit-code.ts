import { exitCodes, type ExitCode } from '../report/exit-code.ts';
import type { ScenarioResult } from '../report/result.ts';
import type { ProofResults } from './prove.ts';
import { judgingIn, type Score, type Share } from './score.ts';

const nothing: Share = { count: 0, of: 0 };

/** Returns the exit code of the most severe problem of a proof. A proof that judges nothing is incomplete. */
export function proofExitCode(proof: ProofResults, score: Score): ExitCode {
  const outcomes = new Set(allResults(proof).map(({ outcome }) => outcome));
  if (outcomes.has('interrupted')) return exitCodes.interrupted;
  if (outcomes.has('broken')) return exitCodes.broken;
  if (outcomes.has('lost')) return exitCodes.lost;
  if (proof.unfit.length > 0 || judgingIn(proof.honest).length === 0) return exitCodes.incomplete;
  return codeOfScore(score);
}

function codeOfScore({ detection = nothing, falseAlarms = nothing, dead }: Score): ExitCode {
  if (detection.of + falseAlarms.of === 0) return exitCodes.incomplete;
  const isGood = detection.count === detection.of && falseAlarms.count === 0 && dead.length === 0;
  return isGood ? exitCodes.conformant : exitCodes.failed;
}

/** Returns all results of a proof, against the correct server and against mutations. */
function allResults({ honest, faults, variants }: ProofResults): readonly ScenarioResult[] {
  const mutated = [...(faults ?? []), ...(variants ?? [])];
  return [...honest, ...mutated.flatMap(({ results }) => results)];
}
