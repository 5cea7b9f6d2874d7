import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the package, which contains `spec/`, `features/` and `dist/`; the same from source and compiled. */
export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Returns the absolute path of a path inside the package, given as segments. */
export function fromRoot(...segments: readonly string[]): string {
  return join(packageRoot, ...segments);
}

function findRoot(moduleFolder: string): string {
  const parent = dirname(moduleFolder);
  return parent.endsWith('dist') ? dirname(parent) : parent;
}
