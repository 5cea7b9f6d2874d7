import { readFileSync } from 'node:fs';
import { fromRoot } from '../../spec/root.ts';
import { lazily } from './lazily.ts';

/** Returns the version of this package. */
export const packageVersion = lazily((): string => {
  // Not with the reader for requests: a command that only shows its version needs no library.
  return JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')).version;
});
