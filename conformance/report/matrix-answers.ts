import { writeJson } from '../base/body.ts';
import { grouped } from './grouped.ts';
import { code, prose } from './markdown.ts';
import type { Column, MatrixRow } from './matrix-rows.ts';
import type { Report } from './read-report.ts';

/** Limit on the characters of a recorded answer; the JSON reports have longer ones. */
const maxAnswer = 100;

/** How answers longer than a number of characters are shown: cut, or not at all. */
interface Length {
  readonly longest: number;
  readonly isCut: boolean;
}

/** Limit on the answers shown for a clause. */
const maxLines = 12;

/** The short answers of a server, by clause and by what was asked. */
type Answers = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Each silent clause that the servers answer differently, with their answers. */
export function openAnswers(
  columns: readonly Column[],
  rows: readonly MatrixRow[],
): readonly string[] {
  const answers = columns.map(({ report }) =>
    answersOf(report, { longest: maxAnswer, isCut: false }),
  );
  return rows.flatMap(({ clause }) => {
    if (clause.level !== 'SILENT') return [];
    const lines = differing(answers.map((byClause) => byClause.get(clause.id) ?? new Map()));
    if (lines.length === 0) return [];
    const more = lines.length - maxLines;
    return [
      `- ${code(clause.id)}: ${prose(clause.text)}`,
      ...lines.slice(0, maxLines),
      ...(more > 0 ? [`  - and ${more} more, in the JSON reports`] : []),
    ];
  });
}

/** One line for each question that two servers answer differently: `2, 3: 400 parse_exception`. */
function differing(answers: readonly ReadonlyMap<string, string>[]): readonly string[] {
  const questions = [...new Set(answers.flatMap((own) => [...own.keys()]))];
  return questions.flatMap((what) => {
    const given = answers.flatMap((own, at) => {
      const answer = own.get(what);
      return answer === undefined ? [] : [[answer, at + 1] as const];
    });
    const groups = [...grouped(given)];
    if (groups.length < 2) return [];
    const said = groups.map(([answer, servers]) => `${servers.join(', ')}: ${code(answer)}`);
    return [`  - ${prose(what)}. ${said.join('; ')}`];
  });
}

/** Returns the recorded answers of a report, in short; the id of the run in them reads `run`. */
export function answersOf({ run, scenarios }: Report, { longest, isCut }: Length): Answers {
  const recorded = scenarios.flatMap(({ clauses, observations }) =>
    observations.flatMap(({ what, value }) => {
      const answer = shortAnswer(value).replaceAll(run.id, 'run');
      if (answer.length > longest && !isCut) return [];
      const shown = answer.length > longest ? `${answer.slice(0, longest)}…` : answer;
      return clauses.map((id) => [id, [what, shown] as const] as const);
    }),
  );
  return new Map([...grouped(recorded)].map(([id, said]) => [id, joined(said)]));
}

/** Scenarios of a clause may ask the same: their answers become one. */
function joined(
  said: readonly (readonly [what: string, answer: string])[],
): ReadonlyMap<string, string> {
  return new Map(
    [...grouped(said)].map(([what, answers]) => [what, [...answers].sort().join(' or ')]),
  );
}

/** The status and the type of the error where the answer is a response, else the whole answer. */
function shortAnswer(value: unknown): string {
  const { status, body } = members(value);
  if (typeof status !== 'number') return writeJson(value);
  const { type } = members(members(body)['error']);
  return typeof type === 'string' ? `${status} ${type}` : String(status);
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
