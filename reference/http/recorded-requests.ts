import type { Next } from 'koa';
import type { JsonValue } from '../base/json.ts';
import { parseJson } from '../base/json.ts';
import { unlessRefused } from '../base/service-error.ts';
import { newMatchBudget } from '../base/wildcard.ts';
import type { Work } from '../base/work.ts';
import { finishWork, mapInSteps } from '../base/work.ts';
import { secretPaths } from './authenticate-request.ts';
import type { ExchangeContext, ExchangeState } from './exchange.ts';
import { isOfTest, requestMatcher } from './request-match.ts';
import type { RecordedRequest, RecordedRequests, RequestMatch } from './test-requests.ts';

/** How many requests are kept, unless an option says otherwise. */
export const defaultRecorded = 1000;

const maxBody_bytes = 16 * 1024;

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly time: number;
  query: Readonly<Record<string, string>>;
  operation?: string;
  bytes?: Buffer;
  status?: number;
  fault?: true;
}

/** The requests as the server writes them down. */
export interface RequestRecorder extends RecordedRequests {
  /** Finds what `list` returns in steps, as there may be many bodies to read. */
  readonly find: (match: RequestMatch) => Work<readonly RecordedRequest[]>;
  readonly record: (ctx: ExchangeContext, next: Next) => Promise<void>;
}

/** Returns a recorder of the latest `count` requests. */
export function createRecorder(count: number, now: () => number): RequestRecorder {
  let entries: Entry[] = [];
  const find = (match: RequestMatch): Work<readonly RecordedRequest[]> => {
    const matches = requestMatcher(match);
    const budget = newMatchBudget();
    const isMeant = ({ operation, method, path }: Entry) =>
      matches({ operation, method, path }, budget);
    return mapInSteps(entries.filter(isMeant), 1, shown);
  };
  return {
    find,
    list: (match = {}) => finishWork(find(match)),
    clear: () => void (entries = []),
    async record(ctx, next) {
      const { method, path } = ctx;
      const entry: Entry = { method, path, query: {}, time: now() };
      if (!isOfTest(ctx) && entries.push(entry) > count) entries.shift();
      try {
        await next();
      } finally {
        complete(entry, ctx);
      }
    },
  };
}

function complete(entry: Entry, { state, status, respond, path }: ExchangeContext): void {
  // A request that was refused early has less.
  const { bytes, parameters, operation, isFaulty }: Partial<ExchangeState> = state;
  if (respond !== false) entry.status = status;
  if (parameters !== undefined) entry.query = parameters;
  if (operation !== undefined) entry.operation = operation;
  if (isFaulty === true) entry.fault = true;
  const isSecret = secretPaths.some((prefix) => path.startsWith(prefix));
  if (bytes === undefined || bytes.length === 0 || bytes.length > maxBody_bytes || isSecret) return;
  entry.bytes = Buffer.from(bytes);
}

function shown({ bytes, ...entry }: Entry): RecordedRequest {
  return bytes === undefined ? entry : { ...entry, body: readBody(bytes.toString('utf8')) };
}

function readBody(text: string): JsonValue {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return readJson(text) ?? readJson(`[${lines.join(',')}]`) ?? text;
}

function readJson(text: string): JsonValue | undefined {
  return unlessRefused(
    () => parseJson(text),
    () => undefined,
  );
}
