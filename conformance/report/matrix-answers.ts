import { atMost } from './difference.ts';
import { createHash } from 'node:crypto';
import { writeJson, valueAt } from '../base/body.ts';
import type { Observation } from '../client/record.ts';
import { grouped } from '../base/grouped.ts';
import { code, prose } from './markdown.ts';
import type { Column, MatrixRow, Report, ReportedClause } from './read-report.ts';
import { runIds } from './merge.ts';

/** Limit on the characters of a recorded answer; the JSON reports have longer ones. */
const maxAnswer = 100;

/** Longer values are on no page. */
const maxShown = 300;

/** How recorded answers are shown. */
interface Detail {
  /** Longer ones are cut, digested, or left out. */
  readonly longest: number;
  readonly longer: 'cut' | 'digest' | 'omit';
  /** True if the body of a response counts, not only its status and the type of its error. */
  readonly hasBodies?: boolean;
}

/** Limit on the answers shown for a clause. */
const maxLines = 12;

/** The short answers of a server, by clause and by what was asked. */
type Answers = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A question of a silent clause that the servers answer differently. */
export interface OpenQuestion {
  readonly clause: ReportedClause;
  readonly what: string;
  /** Each answer, and the numbers of the servers that gave it, from 1. */
  readonly answers: readonly (readonly [answer: string, servers: readonly number[]])[];
}

/** Each silent clause that the servers answer differently, with their answers. */
export function openAnswers(
  columns: readonly Column[],
  rows: readonly MatrixRow[],
): readonly string[] {
  const byClause = grouped(
    openQuestions(columns, rows).map((question) => [question.clause, question] as const),
  );
  const rest = (more: number): string => `  - and ${more} more, in the JSON reports`;
  return [...byClause].flatMap(([clause, questions]) => [
    `- ${code(clause.id)}: ${prose(clause.text)}`,
    ...atMost(questions.map(questionLine), maxLines, rest),
  ]);
}

/** `2, 3: 400 parse_exception`: the numbers of the servers, and their answer. */
function questionLine({ what, answers }: OpenQuestion): string {
  const said = answers.map(([answer, servers]) => `${servers.join(', ')}: ${code(answer)}`);
  return `  - ${prose(what)}. ${said.join('; ')}`;
}

/** Statuses, types of errors and short values: what servers of different makers are compared by. */
const comparable: Detail = { longest: maxAnswer, longer: 'omit' };

/** Bodies too: what two runs of one server are compared by. */
export const withBodies: Detail = { longest: maxAnswer, longer: 'digest', hasBodies: true };

/** Everything that silent clauses asked and two servers answered differently. */
export function openQuestions(
  columns: readonly Column[],
  rows: readonly MatrixRow[],
  detail = comparable,
): readonly OpenQuestion[] {
  const answers = columns.map(({ report }) => answersOf(report, detail));
  return rows.flatMap(({ clause }) => {
    if (clause.level !== 'SILENT') return [];
    const own = answers.map((byClause) => byClause.get(clause.id) ?? new Map<string, string>());
    return differing(own).map((question) => ({ clause, ...question }));
  });
}

function differing(
  answers: readonly ReadonlyMap<string, string>[],
): readonly Omit<OpenQuestion, 'clause'>[] {
  const questions = [...new Set(answers.flatMap((own) => [...own.keys()]))];
  return questions.flatMap((what) => {
    const given = answers.flatMap((own, at) => {
      const answer = own.get(what);
      return answer === undefined ? [] : [[answer, at + 1] as const];
    });
    const groups = [...grouped(given)];
    return groups.length < 2 ? [] : [{ what, answers: groups }];
  });
}

/** Returns the recorded answers of a report, in short; the id of the run in them reads `run`. */
export function answersOf({ run, scenarios }: Report, detail: Detail): Answers {
  const { longest, longer, hasBodies = false } = detail;
  const recorded = scenarios.flatMap(({ clauses, observations }) =>
    observations.flatMap(({ what, value }) => {
      const short = runIds(run).reduce(
        (text, id) => text.replaceAll(id, 'run'),
        hasBodies ? wholeAnswer(value) : shortAnswer(value),
      );
      const answer = durations.has(what)
        ? short.replace(/^\d+$/, 'a duration')
        : constantPart(short);
      if (answer.length > longest && longer === 'omit') return [];
      const shown = answer.length > longest ? shortened(answer, detail) : answer;
      return clauses.map((id) => [id, [what, shown] as const] as const);
    }),
  );
  return new Map([...grouped(recorded)].map(([id, said]) => [id, joined(said)]));
}

/** The beginning of an answer; with a digest, two that differ behind it are told apart. */
function shortened(answer: string, { longest, longer }: Detail): string {
  const digest = createHash('sha256').update(answer).digest('hex').slice(0, 8);
  return `${answer.slice(0, longest)}…${longer === 'digest' ? ` (${digest})` : ''}`;
}

/** Observations whose values are measured times, in milliseconds. */
const durations: ReadonlySet<string> = new Set(['took', 'milliseconds']);

/** The text with placeholders for what differs between two runs of one server: times, and long ids without meaning. */
function constantPart(text: string): string {
  return text
    .replace(/ck-run-\d+-\d+-/g, '')
    .replace(/(?<=["\s])[\w-]{20,22}(?=["\s])/g, orAnId)
    .replace(/took: \d+/g, 'took: a time')
    .replace(/(?<![\w.])1[5-9]\d{11}(?![\w.])/g, 'a time')
    .replace(/(?<=")[\w+/-]{30,}={0,2}(?=")/g, orAnId);
}

/** A placeholder for a text of capitals and small letters that is not made of words. */
function orAnId(text: string): string {
  const isWords = /^[A-Z]?[a-z]{2,}(?:(?:[-_/+][A-Z]?|[A-Z])[a-z]{2,})*$/.test(text);
  return !isWords && /[A-Z]/.test(text) && /[a-z]/.test(text) ? 'an id' : text;
}

/** Scenarios of a clause may ask the same: their answers become one. */
function joined(
  said: readonly (readonly [what: string, answer: string])[],
): ReadonlyMap<string, string> {
  return new Map(
    [...grouped(said)].map(([what, answers]) => [what, [...answers].sort().join(' or ')]),
  );
}

/** The status and the body where the answer is a success, without what differs from one response to the next. */
function wholeAnswer(value: unknown): string {
  const [status, body] = [valueAt(value, 'status'), valueAt(value, 'body')];
  if (typeof status !== 'number') return writeJson(value);
  return status < 300 ? `${status} ${writeJson(lasting(body))}` : shortAnswer(value);
}

/** Members whose values differ from one response to the next: times, ids, and what the rest of the server holds. */
const passing = new RegExp(
  `^(?:${[
    'took|.*(?:time|date|_at|_nanos|_millis|timestamp|expiration)',
    'id|cursor|_?scroll_id|pit_id|.*uuid|_seq_no|_version|reason',
    '_shards|nodes|active_.*|unassigned_.*|delayed_.*|number_of_.*',
  ].join('|')})$`,
);

/** A body without such values. */
function lasting(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(lasting);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, passing.test(name) ? '…' : lasting(value)]),
  );
}

/** The status and the type of the error where the answer is a response, else the whole answer. */
function shortAnswer(value: unknown): string {
  const [status, type] = [valueAt(value, 'status'), valueAt(value, 'body.error.type')];
  if (typeof status !== 'number') return writeJson(value);
  return typeof type === 'string' ? `${status} ${type}` : String(status);
}

/** The observation without what no page shows: long values, and of a response all but its status and the type of its error. */
export function inShort({ what, value }: Observation): readonly Observation[] {
  const status = valueAt(value, 'status');
  if (typeof status !== 'number')
    return writeJson(value).length > maxShown ? [] : [{ what, value }];
  const type = valueAt(value, 'body.error.type');
  return [{ what, value: { status, body: { error: { type } } } }];
}
