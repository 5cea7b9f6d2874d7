import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { UsageError } from '../../base/errors.ts';
import type { ScenarioResult, Scenario } from '../../report/result.ts';

/**
 * Returns the results of the scenarios from the file if it exists; otherwise runs them and writes the file. Without a
 * file, it only runs them. The file contains the secrets of the run, so only its owner can read it. Throws UsageError if
 * the file does not have exactly these scenarios.
 */
export async function recorded(
  file: string | undefined,
  scenarios: readonly Scenario[],
  run: () => Promise<readonly ScenarioResult[]>,
): Promise<readonly ScenarioResult[]> {
  if (file === undefined) return run();
  if (existsSync(file)) return checked(file, scenarios);
  const results = await run();
  writeFileSync(file, serialize(results), { mode: 0o600 });
  return results;
}

function checked(file: string, scenarios: readonly Scenario[]): readonly ScenarioResult[] {
  const results = deserialize(readFileSync(file)) as readonly ScenarioResult[];
  const known = new Set(results.map(({ scenario }) => `${scenario.id} ${scenario.name}`));
  const missing = scenarios.find(({ id, name }) => !known.has(`${id} ${name}`));
  if (missing === undefined && known.size === scenarios.length) return results;
  throw new UsageError(
    `${file} was recorded with other scenarios; delete it to record again${missing === undefined ? '' : ` (it lacks ${missing.id})`}`,
  );
}
