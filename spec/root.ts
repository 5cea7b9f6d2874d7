import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the package, which contains `spec/`, `features/` and `dist/`; the same from source, compiled and bundled. */
export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Returns the absolute path of a path inside the package, given as segments. */
export function fromRoot(...segments: readonly string[]): string {
  return join(packageRoot, ...segments);
}

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}
