import picocolors from 'picocolors';
import { oneLine } from '../report/difference.ts';
import type { Output } from '../report/output.ts';
import type { ScenarioResult } from '../report/result.ts';
import type { ProofListener, ProofResults } from './prove.ts';
import {
  alarmsIn,
  type FaultVerdict,
  judgingIn,
  type Score,
  type Share,
  type VariantVerdict,
} from './score.ts';

/** Maximum number of printed entries of one kind; the JSON file contains all of them. */
const maxLines = 40;

/** Maximum number of printed scenarios for one variant. */
const maxAlarms = 8;

/** The number of mutations that a proof is to run. */
export interface ProofSize {
  readonly faults: number;
  readonly variants: number;
}

/** Returns a listener that prints progress: one changing line on a terminal, otherwise one line for each result. */
export function proofProgress(output: Output, size: ProofSize): ProofListener {
  const colour = picocolors.createColors(output.colours);
  const done = { faults: 0, variants: 0, bad: 0 };
  const printResult = (good: boolean, word: string, rest: string): void => {
    if (!good) done.bad += 1;
    const line = `${(good ? word : colour.red(word)).padEnd(good ? 11 : 11 + colour.red('').length)} ${rest}`;
    if (!output.isTerminal) return output.write(`${line}\n`);
    const { faults, variants, bad } = done;
    const counts = `faults ${faults}/${size.faults}  variants ${variants}/${size.variants}`;
    return output.write(`\r\u001b[K${counts}  ${bad} to check  ${rest}`);
  };
  return {
    onHonest(results) {
      const bad = alarmsIn(results).length;
      printResult(
        bad === 0,
        bad === 0 ? 'green' : 'not green',
        `${results.length} scenarios against the correct server`,
      );
    },
    onFault({ fault, survived, results }) {
      if (isStopped(results)) return;
      done.faults += 1;
      const red = results.filter(({ outcome }) => outcome === 'failed').length;
      const caught = survived.length === 0;
      printResult(
        caught,
        caught ? 'caught' : 'SURVIVED',
        `${fault.name} (${red} of ${results.length} red)`,
      );
    },
    onVariant({ variant, alarms, results }) {
      if (isStopped(results)) return;
      done.variants += 1;
      const quiet = alarms.length === 0;
      const rest = `${variant.name} (${results.length - alarms.length} of ${results.length} green)`;
      printResult(quiet, quiet ? 'let through' : 'FALSE ALARM', rest);
    },
  };
}

/** Returns the lines to print at the end of a proof; the last one is `N passed, N failed, N skipped`. */
export function proofLines(proof: ProofResults, score: Score, size: ProofSize): readonly string[] {
  if (proof.honest.length === 0)
    return ['no scenario is selected', '0 passed, 0 failed, 0 skipped'];
  if (wasStopped(proof)) {
    return [
      '',
      'the proof was stopped',
      `0 passed, 0 failed, ${size.faults + size.variants} skipped`,
    ];
  }
  if (proof.unfit.length > 0) return [...unfitLines(proof.unfit), countLine(proof, score, size)];
  if (judgingIn(proof.honest).length === 0) {
    return ['', nothingJudged, countLine(proof, score, size)];
  }
  return [
    '',
    ...atMost(
      (proof.faults ?? []).filter(({ survived }) => survived.length > 0).map(survivorLines),
    ),
    ...atMost((proof.variants ?? []).filter(({ alarms }) => alarms.length > 0).map(alarmLines)),
    ...deadLines(score),
    figureLine(score),
    countLine(proof, score, size),
  ];
}

const nothingJudged =
  'nothing is proved: the profile claims no clause that a selected scenario judges';

/** `detection K/N · false alarms A/M · liveness L/C`; figures that were not requested are left out. */
function figureLine({ detection, falseAlarms, liveness }: Score): string {
  const part = (name: string, share: Share | undefined): readonly string[] =>
    share === undefined ? [] : [`${name} ${share.count}/${share.of}`];
  return [
    ...part('detection', detection),
    ...part('false alarms', falseAlarms),
    ...part('liveness', liveness),
  ].join(' · ');
}

/** True if the proof was interrupted. */
function wasStopped({ honest, faults, variants }: ProofResults): boolean {
  const mutated = [...(faults ?? []), ...(variants ?? [])];
  return isStopped(honest) || mutated.some(({ results }) => isStopped(results));
}

function isStopped(results: readonly ScenarioResult[]): boolean {
  return results.some(({ outcome }) => outcome === 'interrupted');
}

function unfitLines(unfit: readonly ScenarioResult[]): readonly string[] {
  return [
    '',
    'nothing is proved: the suite is not green against the correct server',
    ...atMost(unfit.map((result) => [`  ${resultText(result)}`])),
    '  → run search-conformance run with the same --spawn and --chapter to see the failures',
  ];
}

function survivorLines({ fault, survived, results, scenarios }: FaultVerdict): readonly string[] {
  const byClause = survived.flatMap((id) => {
    const own = results.filter(({ scenario }) => scenario.clauses.includes(id));
    const reason = scenarios.some(({ clauses }) => clauses.includes(id))
      ? 'its scenarios did not run against this server'
      : 'no scenario judges it';
    return [
      `  ${id}: ${own.length === 0 ? reason : ''}`.trimEnd(),
      ...own.map((result) => `    ${resultText(result)}`),
    ];
  });
  return [
    `survived: ${fault.name}`,
    ...byClause,
    '  → add a scenario of this clause that fails on the fault, or remove the clause from the fault',
  ];
}

function alarmLines({ variant, companions, alarms }: VariantVerdict): readonly string[] {
  return [
    `false alarm: ${variant.name}, allowed because ${variant.because}`,
    ...(companions.length === 0 ? [] : [`  combined with ${companions.join(', ')}`]),
    ...alarms.slice(0, maxAlarms).map((result) => `  ${resultText(result)}`),
    ...(alarms.length > maxAlarms ? [`  and ${alarms.length - maxAlarms} more`] : []),
    '  → make the scenario assert only what the specification says, or remove the variant if the specification forbids it',
  ];
}

function deadLines({ dead }: Score): readonly string[] {
  if (dead.length === 0) return [];
  return [
    'never seen red:',
    ...atMost(
      dead.map(({ id, name, clauses }) => [`  ${id} (${clauses.join(', ')}) ${oneLine(name)}`]),
    ),
    '  → add a fault of its clause on which the scenario fails, or remove the scenario',
  ];
}

function resultText({ scenario, outcome, failure, reason }: ScenarioResult): string {
  const details = failure === undefined ? reason : `${failure.step}: ${failure.message}`;
  return `${scenario.id} ${outcome}${details === undefined ? '' : `: ${oneLine(details)}`}`;
}

function countLine(proof: ProofResults, score: Score, size: ProofSize): string {
  const counts = proofCounts(proof, score, size);
  return `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
}

const noShare: Share = { count: 0, of: 0 };

/** Counts the faults, variants and scenarios that passed, failed, or did not run. */
export function proofCounts(
  { unfit, faults, variants }: ProofResults,
  { detection = noShare, falseAlarms = noShare, liveness = noShare }: Score,
  size: ProofSize,
): { readonly passed: number; readonly failed: number; readonly skipped: number } {
  const tried = (faults ?? []).length + (variants ?? []).length;
  const good = detection.count + falseAlarms.of - falseAlarms.count;
  return {
    passed: good + liveness.count,
    failed: tried - good + (liveness.of - liveness.count) + unfit.length,
    skipped: size.faults + size.variants - tried,
  };
}

function atMost(entries: readonly (readonly string[])[]): readonly string[] {
  const lines = entries.slice(0, maxLines).flat();
  const more = entries.length - maxLines;
  return more > 0 ? [...lines, `  and ${more} more, in the JSON file`] : lines;
}
