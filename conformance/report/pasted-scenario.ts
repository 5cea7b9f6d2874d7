import { isJsonMedia } from '../base/body.ts';
import { oneLine } from './difference.ts';
import type { Scenario } from './scenario.ts';
import { base64Mark, type RecordedExchange, type ScenarioResult } from './result.ts';

/** The names that a property makes: a prefix of the run, and an alias. */
const ownName = /ck-[\w]+-[\w]+-\d+-([A-Za-z_][\w-]*)/g;

/** A failed scenario or property, as results and reports have it. */
export interface Failed extends Pick<
  ScenarioResult,
  'generated' | 'rewriting' | 'failure' | 'exchanges'
> {
  readonly scenario: Pick<Scenario, 'id' | 'name' | 'clauses'>;
}

/**
 * Returns a scenario for a feature file that sends the requests of a counterexample. Its last line has to be replaced by
 * what the clause demands. Requests to an intake, and those with binary bodies, become comments.
 */
export function scenarioLines(
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
