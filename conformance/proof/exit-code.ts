import { exit_codes, type ExitCode } from '../report/exit-code.ts';
import type { ScenarioResult } from '../run/result.ts';
import type { ProofResults } from './prove.ts';
import type { Score, Share } from './score.ts';

const nothing: Share = { count: 0, of: 0 };

/** The exit code of a proof; the graver trouble wins. A proof of nothing is incomplete. */
export function proofExitCode(proof: ProofResults, score: Score): ExitCode {
  const outcomes = new Set(allResults(proof).map(({ outcome }) => outcome));
  if (outcomes.has('interrupted')) return exit_codes.interrupted;
  if (outcomes.has('broken')) return exit_codes.broken;
  if (outcomes.has('lost')) return exit_codes.lost;
  if (proof.unfit.length > 0 || proof.honest.length === 0) return exit_codes.incomplete;
  return codeOfScore(score);
}

function codeOfScore({ detection = nothing, falseAlarms = nothing, dead }: Score): ExitCode {
  if (detection.of + falseAlarms.of === 0) return exit_codes.incomplete;
  const isGood = detection.count === detection.of && falseAlarms.count === 0 && dead.length === 0;
  return isGood ? exit_codes.conformant : exit_codes.failed;
}

/** Every result of a proof, before honest and other servers. */
function allResults({ honest, faults, variants }: ProofResults): readonly ScenarioResult[] {
  const spoiled = [...(faults ?? []), ...(variants ?? [])];
  return [...honest, ...spoiled.flatMap(({ results }) => results)];
}
