import { readFileSync } from 'node:fs';
import { fromRoot } from '../../spec/root.ts';

let version: string | undefined;

/** Returns the version of this package. */
export function packageVersion(): string {
  version ??= readVersion();
  return version;
}

function readVersion(): string {
  // Not with the reader for requests: a command that only shows its version needs no library.
  const content = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as {
    readonly version: string;
  };
  return content.version;
}
