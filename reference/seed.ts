import { ServiceError } from './base/service-error.ts';
import type { RawJson } from './base/write-json.ts';
import { plainForm } from './formats/format.ts';
import type { Service } from './operations/service.ts';
import type { SeedDocuments, SeedOptions } from './reference-server.ts';

/**
 * Stores documents and makes them visible to searches. Rejects with an Error that names the first document that was
 * refused; those before it are stored.
 */
export async function seedService(
  service: Service,
  documents: SeedDocuments,
  { index }: SeedOptions,
): Promise<void> {
  const lines =
    typeof documents === 'string'
      ? documents.split('\n').filter((line) => line.trim() !== '')
      : documents.map((document) => JSON.stringify(document));
  if (lines.length === 0) return;
  const action = index === undefined ? '' : '{"index":{}}\n';
  const bytes = Buffer.from(lines.map((line) => `${action}${line}\n`).join(''));
  const items = await writeAll(bytes, index, service);
  for (const [at, { text }] of items.entries()) {
    const [result] = Object.values(JSON.parse(text) as Readonly<Record<string, BulkResult>>);
    if (result?.error !== undefined) {
      throw new Error(`document ${at + 1} was refused: ${JSON.stringify(result.error)}`);
    }
  }
}

/** The member of the result of an action that is read. */
interface BulkResult {
  readonly error?: unknown;
}

/** Carries out a bulk request; returns the results of its actions. */
async function writeAll(
  bytes: Buffer,
  index: string | undefined,
  service: Service,
): Promise<readonly RawJson[]> {
  // Loaded for the first request, like every handler.
  const { bulk } = await import('./operations/bulk.ts');
  try {
    const { body } = await bulk(
      {
        path: { index },
        query: { refresh: 'true' },
        parameters: {},
        body: { bytes, text: () => '', json: () => null },
        principal: service.security.anonymous(),
        form: plainForm,
        signal: new AbortController().signal,
      },
      service,
    );
    return (body as { readonly items: readonly RawJson[] }).items;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new Error(`the documents were refused: ${error.reason}`, { cause: error });
  }
}
