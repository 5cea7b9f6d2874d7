import picocolors from 'picocolors';
import { oneLine, atMost } from '../report/difference.ts';
import type { Output } from '../report/output.ts';
import { type ScenarioResult, wereInterrupted } from '../report/result.ts';
import type { DerivedVerdict } from './space/hunt.ts';
import { reasonOf } from './space/open-places.ts';
import type { ProofListener, ProofResults } from './prove.ts';
import { passes, asTheyAre, judgesEnough, type ShapesVerdict } from './shapes/prove-shapes.ts';
import {
  alarmsIn,
  type FaultVerdict,
  judgingIn,
  type Score,
  type VariantVerdict,
} from './score.ts';
import { pairsIn } from './shapes/combinations.ts';

/** Maximum number of printed entries of one kind; the JSON file contains all of them. */
const maxLines = 40;

/** Maximum number of printed scenarios for one variant. */
const maxAlarms = 8;

/** The number of mutations that a proof is to run. */
export interface ProofSize {
  readonly faults: number;
  readonly variants: number;
  /** Combinations of shapes. */
  readonly combinations: number;
}

/** Returns a listener that prints progress: one changing line on a terminal, otherwise one line for each result. */
export function proofProgress(output: Output, size: ProofSize): ProofListener {
  const colour = picocolors.createColors(output.colours);
  const done = { faults: 0, variants: 0, derived: 0, bad: 0 };
  const print = (isGood: boolean, word: string, rest: string): void => {
    if (!isGood) done.bad += 1;
    const padded = word.padEnd(11);
    if (!output.isTerminal) {
      return output.write(`${isGood ? padded : colour.red(padded)} ${rest}\n`);
    }
    const { faults, variants, derived, bad } = done;
    const counts = `faults ${faults}/${size.faults}  variants ${variants}/${size.variants}  derived ${derived}`;
    return output.write(`\r\u001b[K${counts}  ${bad} to check  ${rest}`);
  };
  const printLegal = (isGood: boolean, rest: string): void =>
    print(isGood, isGood ? 'let through' : 'FALSE ALARM', rest);
  return {
    onHonest(results) {
      const isGood = alarmsIn(results).length === 0;
      const rest = `${results.length} scenarios against the correct server`;
      print(isGood, isGood ? 'green' : 'not green', rest);
    },
    onFault({ fault, survived, results }) {
      if (wereInterrupted(results)) return;
      done.faults += 1;
      const red = results.filter(({ outcome }) => outcome === 'failed').length;
      const isCaught = survived.length === 0;
      const rest = `${fault.name} (${red} of ${results.length} red)`;
      print(isCaught, isCaught ? 'caught' : 'SURVIVED', rest);
    },
    onVariant({ variant, alarms, results }) {
      if (wereInterrupted(results)) return;
      done.variants += 1;
      const green = results.length - alarms.length;
      printLegal(alarms.length === 0, `${variant.name} (${green} of ${results.length} green)`);
    },
    onShapes(verdict) {
      if (!wereInterrupted(verdict.results)) printLegal(passes(verdict), shapesText(verdict));
    },
    onDerived(verdict) {
      done.derived += 1;
      const word = verdict.decision.replace('-', ' ');
      const rest = `${verdict.mutation.id} (changes ${verdict.scenarios.length})`;
      print(!isWrong(verdict), isWrong(verdict) ? word.toUpperCase() : word, rest);
    },
  };
}

/** Returns the lines to print at the end of a proof; the last one is `N passed, N failed, N skipped`. */
export function proofLines(proof: ProofResults, score: Score, size: ProofSize): readonly string[] {
  if (proof.honest.length === 0)
    return ['no scenario is selected', '0 passed, 0 failed, 0 skipped'];
  if (wereInterrupted(allResults(proof))) {
    const skipped = size.faults + size.variants + size.combinations;
    return ['', 'the proof was stopped', `0 passed, 0 failed, ${skipped} skipped`];
  }
  const { passed, failed, skipped } = proofCounts(proof, score, size);
  return [
    '',
    ...judgedLines(proof, score),
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ];
}

function judgedLines(proof: ProofResults, score: Score): readonly string[] {
  const { honest, unfit, faults = [], variants = [], shapes = [], derived = [] } = proof;
  if (unfit.length > 0) return unfitLines(unfit);
  const isShapesOnly = proof.shapes && !proof.faults && !proof.variants && !proof.derived;
  if (judgingIn(honest).length === 0) return [nothingJudged];
  return [
    ...linesOf(faults.filter(({ survived }) => survived.length > 0).map(survivorLines)),
    ...linesOf(variants.filter(({ alarms }) => alarms.length > 0).map(alarmLines)),
    ...linesOf(shapes.filter((one) => !passes(one)).map(shapeAlarmLines)),
    ...linesOf(derived.filter(isWrong).map(derivedLines)),
    ...deadLines(score),
    ...(isShapesOnly ? [] : [mutationLine(proof), figureLine(score)]),
    ...shapeLines(proof.shapes),
  ];
}

const nothingJudged =
  'nothing is proved: the profile claims no clause that a selected scenario judges';

function isWrong({ decision }: DerivedVerdict): boolean {
  return decision === 'undecided' || decision === 'false-alarm';
}

function derivedLines(verdict: DerivedVerdict): readonly string[] {
  const { mutation, decision, scenarios, red, open } = verdict;
  if (decision === 'undecided') {
    const reach = scenarios.length === 0 ? 'no scenario' : `changes ${scenarios.length} scenarios`;
    return [
      `undecided: ${mutation.id} (${reach})`,
      '  → add a scenario that fails on it, or an entry in spec/open-places that says why it is legal',
    ];
  }
  return [
    `false alarm: ${mutation.id}, legal because of ${open === undefined ? '' : reasonOf(open)}`,
    ...resultLines(red, maxAlarms),
    `  → make the scenario assert only what the specification says, or correct ${open?.source ?? ''}`,
  ];
}

/** `mutations N · caught N · legal N · undecided N · false alarms N`, over all kinds of mutations. */
function mutationLine(proof: ProofResults): string {
  const { all, caught, legal, undecided, falseAlarms } = mutationCounts(proof);
  return `mutations ${all} · caught ${caught} · legal ${legal} · undecided ${undecided} · false alarms ${falseAlarms}`;
}

/** `detection K/N · false alarms A/M · liveness L/C`; figures that were not requested are left out. */
function figureLine({ detection, falseAlarms, liveness }: Score): string {
  const shares = { detection, 'false alarms': falseAlarms, liveness };
  return Object.entries(shares)
    .flatMap(([name, share]) => (share === undefined ? [] : [`${name} ${share.count}/${share.of}`]))
    .join(' · ');
}

/** Returns all results of a proof, against the correct server and against mutations. */
export function allResults(proof: ProofResults): readonly ScenarioResult[] {
  const { honest, faults = [], variants = [], shapes = [], derived = [] } = proof;
  const mutated = [...faults, ...variants, ...shapes].flatMap(({ results }) => results);
  return [...honest, ...mutated, ...derived.flatMap(({ red }) => red)];
}

function unfitLines(unfit: readonly ScenarioResult[]): readonly string[] {
  return [
    'nothing is proved: the suite is not green against the correct server',
    ...linesOf(unfit.map((result) => [`  ${resultText(result)}`])),
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
    ...resultLines(alarms, maxAlarms),
    '  → make the scenario assert only what the specification says, or remove the variant if the specification forbids it',
  ];
}

function deadLines({ dead }: Score): readonly string[] {
  if (dead.length === 0) return [];
  return [
    'never seen red:',
    ...linesOf(
      dead.map(({ id, name, clauses }) => [`  ${id} (${clauses.join(', ')}) ${oneLine(name)}`]),
    ),
    '  → add a fault of its clause on which the scenario fails, or remove the scenario',
  ];
}

/** Counts all mutations of a proof by their verdicts. */
export function mutationCounts({ faults = [], variants = [], derived = [] }: ProofResults) {
  const decisions = [
    ...faults.map(({ survived }) => (survived.length === 0 ? 'caught' : 'undecided')),
    ...variants.map(({ alarms }) => (alarms.length === 0 ? 'legal' : 'false-alarm')),
    ...derived.map(({ decision }) => decision),
  ];
  const count = (wanted: DerivedVerdict['decision']): number =>
    decisions.filter((decision) => decision === wanted).length;
  return {
    all: decisions.length,
    caught: count('caught'),
    legal: count('legal'),
    undecided: count('undecided'),
    falseAlarms: count('false-alarm'),
  };
}

/** Counts the faults, variants and scenarios that passed, failed, or did not run. */
export function proofCounts(
  proof: ProofResults,
  { liveness, dead }: Score,
  size: ProofSize,
): Readonly<Record<'passed' | 'failed' | 'skipped', number>> {
  const { unfit, faults = [], variants = [], shapes = [] } = proof;
  const { caught, legal, undecided, falseAlarms } = mutationCounts(proof);
  const good = shapes.filter(passes).length;
  const tried = faults.length + variants.length + shapes.length;
  return {
    passed: caught + legal + good + (liveness?.count ?? 0),
    failed: undecided + falseAlarms + shapes.length - good + dead.length + unfit.length,
    skipped: size.faults + size.variants + size.combinations - tried,
  };
}

function linesOf(entries: readonly (readonly string[])[]): readonly string[] {
  return atMost(entries, maxLines, (more) => [`  and ${more} more, in the JSON file`]).flat();
}

/** Returns a line for each of the first results, and how many more there are. */
export function resultLines(results: readonly ScenarioResult[], most: number): readonly string[] {
  const lines = results.map((result) => `  ${resultText(result)}`);
  return atMost(lines, most, (more) => `  and ${more} more`);
}

/** Returns a result on one line: the scenario, its outcome, and why. */
export function resultText({ scenario, outcome, failure, reason }: ScenarioResult): string {
  const details = failure === undefined ? reason : `${failure.step}: ${failure.message}`;
  return `${scenario.id} ${outcome}${details === undefined ? '' : `: ${oneLine(details)}`}`;
}

/** Maximum number of printed scenarios for one combination. */
const maxOfCombination = 40;

/** Returns the shapes of a combination, and how much it judged. */
function shapesText({ shapes, judged, results }: ShapesVerdict): string {
  const names = shapes.map(({ name }) => name).join(',');
  return `${names} (${judged} of ${asTheyAre(results).length} judged)`;
}

/** Returns the lines about a combination that does not pass. */
export function shapeAlarmLines(verdict: ShapesVerdict): readonly string[] {
  const { alarms, causes, shapes } = verdict;
  const names = shapes.map(({ name }) => name).join(',');
  return [
    `false alarm: the shapes ${shapesText(verdict)}`,
    ...(causes.length === 0 ? [] : [`  alone on ${causes.join(', ')}`]),
    ...resultLines(alarms, maxOfCombination),
    ...(judgesEnough(verdict) ? [] : ['  too few scenarios came to a judgement']),
    `  → make the scenarios assert only what the specification says, and prove --shape ${names}`,
  ];
}

/** One line with the number of shapes, pairs, combinations, scenarios in another way and false alarms; none without shapes. */
export function shapeLines(verdicts: readonly ShapesVerdict[] | undefined): readonly string[] {
  if (verdicts === undefined) return [];
  const combinations = verdicts.map(({ shapes }) => shapes);
  const shapes = new Set(combinations.flat()).size;
  const bad = verdicts.filter((verdict) => !passes(verdict)).length;
  const results = verdicts.flatMap((verdict) => verdict.results);
  const rewritten = results.length - asTheyAre(results).length;
  const tried = `shapes ${shapes} · pairs ${pairsIn(combinations)} · combinations ${combinations.length}`;
  return [`${tried} · scenarios in another way ${rewritten} · false alarms ${bad}`];
}
