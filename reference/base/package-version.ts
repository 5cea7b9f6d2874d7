import { readFileSync } from 'node:fs';
import { fromRoot } from '../../spec/root.ts';
import { isJsonObject, parseJson } from './json.ts';

let version: string | undefined;

/** Returns the version of this package. */
export function packageVersion(): string {
  version ??= readVersion();
  return version;
}

function readVersion(): string {
  const content = parseJson(readFileSync(fromRoot('package.json'), 'utf8'));
  const found = isJsonObject(content) ? content['version'] : undefined;
  return typeof found === 'string' ? found : '';
}
