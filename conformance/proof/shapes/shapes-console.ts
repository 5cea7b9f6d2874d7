import { resultLines } from '../result-text.ts';
import { pairsIn } from './combinations.ts';
import { asTheyAre, judgesEnough, passes, type ShapesVerdict } from './prove-shapes.ts';

/** Maximum number of printed scenarios for one combination. */
const maxAlarms = 40;

/** Returns the shapes of a combination, and how much it judged. */
export function shapesText({ shapes, judged, results }: ShapesVerdict): string {
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
    ...resultLines(alarms, maxAlarms),
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
