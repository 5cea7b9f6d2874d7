import { seedMark } from './http/request-match.ts';
import type { FirstUser } from './security/accounts/users.ts';

/** Where the documents go. */
export interface SeedOptions {
  /** The index of all documents; without it, the lines are the body of a bulk request, with a line before each document. */
  readonly index?: string;
}

/**
 * Documents: a list of objects, or one JSON object a line. Without an index they are the parts of a bulk request: an action
 * before each document.
 */
export type SeedDocuments = string | readonly object[];

interface Service {
  readonly url: string;
  readonly superuser: FirstUser | undefined;
}

/**
 * Stores documents and makes them visible to searches. Rejects with an Error that names the first document that was
 * refused; those before it are stored.
 */
export async function seedService(
  { url, superuser }: Service,
  documents: SeedDocuments,
  { index }: SeedOptions,
): Promise<void> {
  const lines =
    typeof documents === 'string'
      ? documents.split('\n').filter((line) => line.trim() !== '')
      : documents.map((document) => JSON.stringify(document));
  if (lines.length === 0) return;
  const action = index === undefined ? '' : '{"index":{}}\n';
  const target = index === undefined ? '' : `/${encodeURIComponent(index)}`;
  const response = await fetch(`${url}${target}/_bulk?refresh=true`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      'x-opaque-id': seedMark,
      ...credentials(superuser),
    },
    body: lines.map((line) => `${action}${line}\n`).join(''),
  });
  const answer = (await response.json()) as BulkAnswer;
  if (!response.ok) throw new Error(`the documents were refused: ${JSON.stringify(answer.error)}`);
  for (const [at, result] of (answer.items ?? []).entries()) {
    const error = Object.values(result).find((item) => item.error !== undefined)?.error;
    if (error !== undefined) {
      throw new Error(`document ${at + 1} was refused: ${JSON.stringify(error)}`);
    }
  }
}

/** The members of the answer to a bulk request that are read. */
interface BulkAnswer {
  readonly error?: unknown;
  readonly items?: readonly Readonly<Record<string, { readonly error?: unknown }>>[];
}

function credentials(superuser: FirstUser | undefined): { readonly authorization?: string } {
  if (superuser === undefined) return {};
  const { username, password } = superuser;
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}
