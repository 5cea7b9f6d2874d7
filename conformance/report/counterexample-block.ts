import type { Ledger } from '../../spec/clauses.ts';
import { againLine, curlLine } from './shell.ts';
import { oneLine } from './difference.ts';
import type { RunDescription } from './outcome.ts';
import { type ScenarioResult, base64Mark, type RecordedExchange, type Scenario } from './result.ts';
import { isJsonMedia, writeJson } from '../base/body.ts';

/** Maximum length of a structure on one line, in characters. */
const longestLine = 96;

/** Formats JSON as lines. A structure that fits stays on one line; a longer one has a line for each member. */
export function formatJson(value: unknown, indent = ''): readonly string[] {
  const line = writeJson(value);
  if (typeof value !== 'object' || value === null) return [line];
  if (line.length + indent.length <= longestLine) return [line];
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const lines = members.flatMap(([key, member], at) => {
    const own = formatJson(member, `${indent}  `);
    const label = Array.isArray(value) ? '' : `${writeJson(key)}: `;
    const comma = at < members.length - 1 ? ',' : '';
    return own.map((text, row) => {
      const start = row === 0 ? label : '';
      return `  ${start}${text}${row === own.length - 1 ? comma : ''}`;
    });
  });
  return [open, ...lines, close];
}

/** The names that a property makes: a prefix of the run, and an alias. */
const ownName = /ck-[\w]+-[\w]+-\d+-([A-Za-z_][\w-]*)/g;

/** A failed scenario or property, as results and reports have it. */
interface Failed extends Pick<ScenarioResult, 'generated' | 'rewriting' | 'failure' | 'exchanges'> {
  readonly scenario: Pick<Scenario, 'id' | 'name' | 'clauses'>;
}

/**
 * Returns a scenario for a feature file that sends the requests of a counterexample. Its last line has to be replaced by
 * what the clause demands. Requests to an intake, and those with binary bodies, become comments.
 */
function scenarioLines(
  { scenario, failure }: Failed,
  exchanges: readonly RecordedExchange[],
): readonly string[] {
  const names = new Set<string>();
  const named = (text: string): string =>
    text.replaceAll('$', '$$$$').replaceAll(ownName, (_, alias: string) => {
      names.add(alias);
      return `\${${alias}}`;
    });
  const last = exchanges.length - 1;
  const steps = exchanges.flatMap((exchange, at) => {
    const keyword = at === last ? 'When' : at === 0 ? 'Given' : 'And';
    return stepLines(exchange, keyword, named);
  });
  const aliases = [...names].join(',');
  const declared = aliases === '' ? [] : [`  Given the unused names "${aliases}"`];
  return [
    ...scenario.clauses.slice(0, 1).map((clause) => `@${clause}`),
    `Scenario: ${scenario.name}`,
    ...declared,
    ...steps.map((line) => `  ${line}`),
    `  # because ${oneLine(failure?.message ?? '')}; replace the next line by what has to hold`,
    '  Then it is recorded how the server answers',
  ];
}

function stepLines(
  exchange: RecordedExchange,
  keyword: string,
  named: (text: string) => string,
): readonly string[] {
  const { method, path, request_body: body, request_headers: headers } = exchange;
  const isJson = body === undefined || isJsonMedia(headers['content-type']);
  if (exchange.base_url !== undefined || body?.startsWith(base64Mark) === true || !isJson) {
    return [`# no phrase: ${method} ${path}`];
  }
  const step = `${keyword} the client wrongly sends ${method} "${named(path).replaceAll('"', '%22')}"`;
  if (body === undefined) return [step];
  const lines = named(body).replaceAll('"""', '\\"\\"\\"').split('\n');
  return [`${step} with:`, '  """', ...lines.map((line) => `  ${line}`), '  """'];
}

/** Limit on the shown requests of a counterexample; the JSON report contains all of them. */
const maxRequests = 40;

/**
 * The lines that describe the counterexample of a property: the clauses, the value, the expected and the actual result,
 * the last requests as curl commands, a scenario for a feature file, and the command that replays it. Empty if there is
 * none.
 */
export function counterexampleBlock(
  result: ScenarioResult,
  run: Pick<RunDescription, 'base_url' | 'again'>,
  ledger: Ledger,
): readonly string[] {
  const { scenario, generated, failure, exchanges } = result;
  const counterexample = generated?.counterexample;
  if (counterexample === undefined || failure === undefined) return [];
  const shown = exchanges.slice(-maxRequests);
  const hidden = exchanges.length - shown.length;
  return [
    `✗ ${scenario.id}: ${scenario.name}`,
    ...scenario.clauses.flatMap((id) => clauseLine(id, ledger)),
    `  found    in run ${generated?.runs}, shrunk ${counterexample.shrinks} times`,
    '  value    for which it does not hold:',
    ...formatJson(counterexample.value).map((line) => `    ${line}`),
    `  because  ${oneLine(failure.message)}`,
    `  expected ${oneLine(failure.expected)}`,
    `  got      ${oneLine(failure.got)}`,
    ...(hidden > 0 ? [`  earlier  ${hidden} more requests, in the JSON report`] : []),
    ...shown.flatMap((exchange) => [
      `  ${curlLine(exchange, run.base_url)}`,
      `    → ${exchange.status} ${oneLine(exchange.response_body)}`,
    ]),
    '  scenario for a feature file:',
    ...scenarioLines(result, shown).map((line) => `    ${line}`),
    `  again    ${againLine(run, { ...scenario, generated })}`,
  ];
}

function clauseLine(id: string, ledger: Ledger): readonly string[] {
  const clause = ledger.byId.get(id);
  if (clause === undefined) return [];
  return [
    `  clause   ${id} (${clause.level})`,
    `           ${clause.text.replaceAll(/\s+/g, ' ')}`,
  ];
}

/** What a report without blocks shows of a counterexample or of a rewriting; absent if there is none. */
export interface CounterexampleFacts {
  /** The rewriting that sent the requests, and the clause by which the answers have to be the same. */
  readonly sent?: string;
  readonly value?: string;
  /** The command that replays it. */
  readonly again?: string;
  /** Lines for a feature file. */
  readonly scenario?: string;
}

/** What the counterexample of a property, or a rewriting, adds to a report that has no block. */
export function counterexampleFacts(
  result: Failed,
  run: Pick<RunDescription, 'again'>,
): CounterexampleFacts {
  const { scenario, generated, exchanges, rewriting } = result;
  if (rewriting !== undefined) {
    const again = againLine(run, { ...scenario, rewriting });
    return { sent: `as ${rewriting.id} (${rewriting.clause})`, again };
  }
  if (generated?.counterexample === undefined) return {};
  return {
    value: formatJson(generated.counterexample.value).join('\n'),
    again: againLine(run, { ...scenario, generated }),
    scenario: scenarioLines(result, exchanges.slice(-maxRequests)).join('\n'),
  };
}
