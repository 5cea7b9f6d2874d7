import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the package: the one that holds `spec/`, `features/` and `dist/`, both from source and compiled. */
export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Takes path segments below the package's folder and gives the absolute path. */
export function fromRoot(...segments: readonly string[]): string {
  return join(packageRoot, ...segments);
}

function findRoot(moduleFolder: string): string {
  const parent = dirname(moduleFolder);
  return parent.endsWith('dist') ? dirname(parent) : parent;
}
