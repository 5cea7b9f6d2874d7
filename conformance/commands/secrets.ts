import { execSync } from 'node:child_process';
import { UsageError } from '../base/errors.ts';
import { readText } from '../base/read-file.ts';
import { maxSecretLength } from '../report/mask.ts';
import { secretVariable } from '../driver/spawn.ts';
import type { HeaderFlag } from './flag-values.ts';

/** Time limit for the command of `--auth`. */
const commandTimeout_ms = 30_000;

const schemes = ['basic', 'bearer', 'apikey'] as const;

/**
 * Reads `--auth`: `basic`, `bearer` or `apikey`, and after a `=` the source of the secret: `env:NAME`, `file:PATH` or
 * `command:LINE`. The secret of `basic` is `user:password`; that of `apikey` is `id:key`, or both encoded in base64.
 * Throws UsageError if the scheme or source is unknown or there is no secret. As the user may have typed a secret by
 * mistake, the message shows none of the text but the name of a variable or file. Returns the header, and every text in it
 * that reports must not show.
 */
export function readCredentials(auth: string, env: Readonly<Record<string, string | undefined>>) {
  const [name, source = `env:${secretVariable}`] = auth.split(/=(.*)/s, 2);
  const scheme = schemes.find((known) => known === name);
  if (scheme === undefined) {
    throw new UsageError(`--auth: unknown scheme; known: ${schemes.join(', ')}`);
  }
  const secret = readSecret(source, env);
  if (scheme === 'bearer') return { header: `Bearer ${secret}`, secrets: [secret] };
  const isPlain = secret.includes(':');
  const plain = isPlain ? secret : Buffer.from(secret, 'base64').toString('utf8');
  const encoded = isPlain ? Buffer.from(secret, 'utf8').toString('base64') : secret;
  const [id = '', ...password] = plain.split(/:(.*)/s, 2);
  const secrets = [encoded, plain, ...password, ...(scheme === 'apikey' ? [id] : [])];
  return { header: `${scheme === 'basic' ? 'Basic' : 'ApiKey'} ${encoded}`, secrets };
}

/** Headers whose values are no secrets: what a client prefers, and what it is called. */
const openHeaders =
  /^(?:accept(?:-.+)?|cache-control|connection|content-type|origin|prefer|referer|traceparent|tracestate|user-agent|x-opaque-id|x-request-id)$/;

/** Values that stand in every report, whatever they mean in a header. */
const commonValues = /^(?:true|false|null|none|\d{1,7})$/;

/** A part of a value that is so long may be the secret, as in `Token <secret>`. */
const minPartLength = 8;

/** The texts in the values of `--header` that reports must not show: the values, and their longer parts. */
export function secretsInHeaders(headers: readonly HeaderFlag[]): readonly string[] {
  const values = headers.filter(([name]) => !openHeaders.test(name)).map(([, value]) => value);
  const parts = values.flatMap((value) => value.split(/[\s,;=:]+/));
  const all = [...values, ...parts.filter((part) => part.length >= minPartLength)];
  return all.filter((text) => !commonValues.test(text));
}

function readSecret(source: string, env: Readonly<Record<string, string | undefined>>): string {
  const [kind, place = ''] = source.split(/:(.*)/s, 2);
  const secret = fetchSecret(kind, place, env)?.trim();
  if (secret === undefined || secret === '') {
    const named = kind === 'command' ? 'the command' : `${kind} ${place}`;
    throw new UsageError(`--auth: no secret found: ${named} is missing, failed or empty`);
  }
  if (secret.length > maxSecretLength) {
    throw new UsageError(`--auth: the secret has more than ${maxSecretLength} characters`);
  }
  return secret;
}

function fetchSecret(
  kind: string | undefined,
  place: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  try {
    if (kind === 'env') return env[place];
    if (kind === 'file') return readText(place);
    if (kind === 'command') {
      return execSync(place, {
        encoding: 'utf8',
        timeout: commandTimeout_ms,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    }
  } catch {
    return undefined;
  }
  throw new UsageError(
    '--auth: the secret must come from env:NAME, file:PATH or command:LINE; it cannot be given on the command line',
  );
}
