import { systemEnvironment } from './base/environment.ts';
import { watchHeap } from './base/heap-use.ts';
import { visible } from './base/visible.ts';
import type { Foundation } from './open-service.ts';
import type { FolderReport } from './storage/check-folder.ts';
import { StorageProblem } from './storage/storage-problem.ts';

/** Where the command writes. */
export interface CheckOutput {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/**
 * Carries out `search-reference check`: reports what is in a data folder and whether it is intact. Returns the exit code:
 * 0 if it is intact, 2 if not, or if it cannot be read.
 */
export async function runCheck(data: string, output: CheckOutput): Promise<0 | 2> {
  try {
    const { checkFolder } = await import('./storage/check-folder.ts');
    const environment = systemEnvironment();
    const found = checkFolder(data, environment.now());
    if (found.problems.length === 0)
      await readAll(data, {
        environment,
        log: () => undefined,
        storage: found.data,
        heap: watchHeap(environment),
      });
    return report(data, found, output);
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error;
    output.err(`search-reference: ${error.message}\n`);
    return 2;
  }
}

/** Reads what is stored as a start does. Rejects with a StorageProblem if that cannot be done. */
async function readAll(data: string, foundation: Foundation): Promise<void> {
  const { openService } = await import('./open-service.ts');
  const { service } = await openService({ data }, foundation, {});
  service.lifecycle.stop();
}

function report(
  folder: string,
  { indices, problems }: FolderReport,
  { out, err }: CheckOutput,
): 0 | 2 {
  for (const { name, documents } of indices) out(`${visible(name)}: ${documents} documents\n`);
  for (const problem of problems)
    err(visible(`damaged: data folder [${folder}]: ${problem}`) + '\n');
  out(problems.length === 0 ? 'intact\n' : 'damaged\n');
  return problems.length === 0 ? 0 : 2;
}
