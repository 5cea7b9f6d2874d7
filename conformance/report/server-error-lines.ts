import { oneLine } from './difference.ts';
import type { ScenarioResult } from './result.ts';

/** Limit on the shown examples; the JSON report has all. */
const maxExamples = 5;

/** The answers of 500 or more that no clause forbids: their number, and examples with different requests. */
export function serverErrorLines(results: readonly ScenarioResult[]): readonly string[] {
  const all = results.flatMap(({ scenario, serverErrors = [] }) =>
    serverErrors.map((error) => ({ ...error, scenario: scenario.id })),
  );
  if (all.length === 0) return [];
  const requests = all.length === 1 ? '1 request' : `${all.length} requests`;
  const firstOfScenario = [...new Map(all.toReversed().map((one) => [one.scenario, one])).values()];
  const examples = firstOfScenario.toReversed().slice(0, maxExamples);
  return [
    `the server answered 5xx to ${requests} that the specification leaves open:`,
    ...examples.map(
      ({ status, method, path, body, scenario }) =>
        `  ${status} ${oneLine(`${method} ${path} ${body}`)} (${scenario})`,
    ),
    ...(all.length > examples.length
      ? [`  and ${all.length - examples.length} more, in the JSON report`]
      : []),
  ];
}
