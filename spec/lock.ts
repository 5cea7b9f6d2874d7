import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { lockFile, lockOf, readLock, updateLock, type Permissions } from './clauses-lock.ts';
import { loadLedger } from './clauses.ts';

/**
 * Writes `spec/clauses.lock.json` anew: `npm run lock -- [--retire ID]… [--reword ID]…`. Ends with 1, and
 * leaves the file as it was, where a clause went or changed without leave; with 2 on unknown arguments.
 */
function main(): number {
  const permissions = readArguments();
  if (permissions === undefined) return 2;
  const standing = existsSync(lockFile) ? readLock() : {};
  const { lock, objections } = updateLock(standing, lockOf(loadLedger().clauses), permissions);
  if (objections.length > 0) {
    process.stderr.write(`${objections.join('\n')}\n`);
    return 1;
  }
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${Object.keys(lock).length} clauses locked\n`);
  return 0;
}

function readArguments(): Permissions | undefined {
  const id = { type: 'string', multiple: true, default: [] as string[] } as const;
  try {
    return parseArgs({ options: { retire: id, reword: id } }).values;
  } catch (error) {
    process.stderr.write(`lock: ${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
}

process.exitCode = main();
