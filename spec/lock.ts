import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { lockFile, lockOf, readLock, updateLock, type Permissions } from './clauses-lock.ts';
import { loadLedger } from './clauses.ts';

/**
 * Updates `spec/clauses.lock.json`: `npm run lock -- [--retire ID]… [--reword ID]…`. Returns the exit code: 1, without a
 * change of the file, if a clause was removed or changed without permission; 2 for unknown arguments.
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
