import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { ScenarioResult } from '../../report/result.ts';

/**
 * Returns the results in the file if it exists; otherwise runs the scenarios and writes the file. Without a file, it
 * only runs them. The file contains the secrets of the run, so only its owner can read it.
 */
export async function recorded(
  file: string | undefined,
  run: () => Promise<readonly ScenarioResult[]>,
): Promise<readonly ScenarioResult[]> {
  if (file === undefined) return run();
  if (existsSync(file)) return deserialize(readFileSync(file)) as readonly ScenarioResult[];
  const results = await run();
  writeFileSync(file, serialize(results), { mode: 0o600 });
  return results;
}
