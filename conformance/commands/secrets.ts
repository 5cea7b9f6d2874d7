import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { UsageError } from '../base/errors.ts';

/** A command that gives a secret may take no longer. */
const longestCommand_ms = 30_000;

/** The variable that holds the secret where `--auth` names no source. */
const defaultVariable = 'SEARCH_CONFORMANCE_SECRET';

const schemes = ['basic', 'bearer', 'apikey'] as const;

/** A header with credentials, and every text in it that no report may show. */
export interface Credentials {
  readonly header: string;
  readonly secrets: readonly string[];
}

/**
 * Reads `--auth`: `basic`, `bearer` or `apikey`, and after a `=` where the secret comes from: `env:NAME`, `file:PATH` or
 * `command:LINE`. The secret of `basic` is `user:password`; that of `apikey` is `id:key`, or both encoded in base64.
 * Throws UsageError where the scheme or source is unknown, or no secret comes.
 */
export function readCredentials(
  auth: string,
  env: Readonly<Record<string, string | undefined>>,
): Credentials {
  const [name = '', source = `env:${defaultVariable}`] = split(auth, '=');
  const scheme = schemes.find((known) => known === name);
  if (scheme === undefined) {
    throw new UsageError(`--auth: there is no scheme "${name}"; known: ${schemes.join(', ')}`);
  }
  const secret = readSecret(source, env);
  if (scheme === 'bearer') return { header: `Bearer ${secret}`, secrets: [secret] };
  const encoded = secret.includes(':') ? Buffer.from(secret, 'utf8').toString('base64') : secret;
  const parts = [secret, encoded, ...split(secret, ':').slice(1)];
  return { header: `${scheme === 'basic' ? 'Basic' : 'ApiKey'} ${encoded}`, secrets: parts };
}

function readSecret(source: string, env: Readonly<Record<string, string | undefined>>): string {
  const [kind = '', place = ''] = split(source, ':');
  const secret = fetchSecret(kind, place, env)?.trim();
  if (secret === undefined || secret === '') {
    throw new UsageError(`--auth: ${kind} ${place} gives no secret`);
  }
  return secret;
}

function fetchSecret(
  kind: string,
  place: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  try {
    if (kind === 'env') return env[place];
    if (kind === 'file') return readFileSync(place, 'utf8');
    if (kind === 'command') {
      return execSync(place, {
        encoding: 'utf8',
        timeout: longestCommand_ms,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    }
  } catch {
    return undefined;
  }
  throw new UsageError(
    `--auth: a secret comes from env:NAME, file:PATH or command:LINE, never from the command line itself`,
  );
}

/** The text before and after the first mark; one part where there is no mark. */
function split(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
