import Koa from 'koa';
import type { Context } from 'koa';
import type { Budgets } from '../base/budgets.ts';
import type { Environment } from '../base/environment.ts';
import { packageVersion } from '../base/package-version.ts';
import { discardRest } from '../http/read-body.ts';
import { reportDefect } from '../http/report-defect.ts';
import { isOfOtherSite, isOwnHost } from '../http/refuse-pages.ts';
import type { Agent, KeyCheck } from './authorise-agent.ts';
import { authoriseAgent } from './authorise-agent.ts';
import type { IngestOptions, IngestResult } from './events/ingest.ts';
import { ingest } from './events/ingest.ts';
import { linesOf } from './events/read-line.ts';
import { IntakeRefusal, bodyOf, wholeBodyOf } from './request-stream.ts';
import type { JsonValue } from '../base/json.ts';
import { checkUnicode, isJsonObject, maxSize, parseJson } from '../base/json.ts';
import { unlessRefused } from '../base/service-error.ts';
import { member } from './search-service.ts';

/** The services and settings of the application. */
interface IntakeParts {
  readonly gate: KeyCheck;
  /** The host name or address that the intake listens on. */
  readonly host: string;
  readonly store: IngestOptions['store'];
  readonly environment: Environment;
  /** What the streams may use. */
  readonly budgets: Budgets;
  /** Handlers of the test control by path; they do not require a key. */
  readonly testPaths: ReadonlyMap<string, PathHandler>;
  readonly log: (report: string) => void;
}

/** Handles the requests of a path, for all methods. */
export type PathHandler = (ctx: Context) => void | Promise<void>;

const limits = {
  /** Maximum size of an event in bytes. */
  event: 307_200,
  /** Maximum size of a decompressed stream in bytes. */
  stream: 100 * 2 ** 20,
  /** Maximum size of any other body in bytes: that of a request for the configuration has a few names. */
  body: 2 ** 16,
};

/** Returns the application that serves agents. */
export function createIntakeApp(parts: IntakeParts): Koa {
  const app = new Koa();
  app.silent = true;
  app.on('error', (error: unknown) => reportDefect(error, parts.log));
  app.use(answerErrors(parts));
  app.use(async (ctx) => {
    const test = parts.testPaths.get(ctx.path);
    if (test !== undefined || parts.gate.limit === undefined) refusePages(ctx, parts);
    if (test !== undefined) return test(ctx);
    if (ctx.path === '/') return writeServerInformation(ctx);
    const serve = paths.get(ctx.path);
    if (serve === undefined) {
      const needsFlag = ctx.path.startsWith('/_test/') && parts.testPaths.size === 0;
      const hint = needsFlag ? '; start the intake with --test-control' : '';
      throw new IntakeRefusal(404, `404 page not found${hint}`);
    }
    return serve(ctx, await authoriseAgent(ctx.get('authorization'), parts.gate), parts);
  });
  return app;
}

type AgentHandler = (ctx: Context, agent: Agent, parts: IntakeParts) => Promise<void>;

const paths: ReadonlyMap<string, AgentHandler> = new Map([
  ['/intake/v2/events', handleEvents],
  ['/config/v1/agents', handleConfiguration],
]);

/** Refuses what a page of another site makes its visitor's browser send, if no key is needed for it. */
function refusePages(ctx: Context, { host }: IntakeParts): void {
  if (isOwnHost(ctx, host) && (ctx.method === 'GET' || !isOfOtherSite(ctx))) return;
  throw new IntakeRefusal(403, 'the request was sent by a page of another site');
}

function writeServerInformation(ctx: Context): void {
  const methods = ['GET', 'HEAD'];
  if (!methods.includes(ctx.method)) refuseMethod(ctx, methods);
  writeJson(ctx, 200, { version: { number: packageVersion() }, publish_ready: true });
}

/** intake.takes-agent-events, intake.event-write-needed, intake.event-write-for-apm, intake.paths. */
async function handleEvents(ctx: Context, agent: Agent, parts: IntakeParts): Promise<void> {
  const { status, accepted, errors } = checkStream(ctx) ?? (await readStream(ctx, agent, parts));
  if (status !== 202) {
    ctx.set('Connection', 'close');
    writeJson(ctx, status, { accepted, errors });
  } else if (new URLSearchParams(ctx.querystring).has('verbose')) {
    writeJson(ctx, status, { accepted });
  } else {
    ctx.status = status;
    ctx.body = '';
    ctx.remove('Content-Type');
  }
}

async function readStream({ req }: Context, agent: Agent, parts: IntakeParts) {
  const budget = parts.budgets.open();
  try {
    const lines = linesOf(bodyOf(req, limits.stream), limits.event, budget);
    return await ingest(lines, { agent, budget, ...parts });
  } finally {
    budget.close();
  }
}

function checkStream(ctx: Context): IngestResult | undefined {
  const refused = (message: string) => ({ status: 400, accepted: 0, errors: [{ message }] });
  if (ctx.method !== 'POST') return refused('only POST requests are supported');
  const type = ctx.get('content-type');
  const isStream = type === '' || type.includes('application/x-ndjson');
  return isStream ? undefined : refused(`invalid content type: '${type.slice(0, 256)}'`);
}

/**
 * Answers with a configuration without options: the interface has no call that sets one.
 *
 * intake.config-agent-read-permits, intake.config-agent-read-needed.
 */
async function handleConfiguration(ctx: Context, agent: Agent): Promise<void> {
  ctx.set('Cache-Control', 'max-age=300, must-revalidate');
  const methods = ['GET', 'POST'];
  if (!methods.includes(ctx.method)) refuseMethod(ctx, methods);
  agent.requirePrivilege('config_agent:read');
  if (ctx.method === 'GET') checkQuery(new URLSearchParams(ctx.querystring));
  else checkBody(await wholeBodyOf(ctx.req, limits.body));
  ctx.set('Cache-Control', 'max-age=30, must-revalidate');
  ctx.set('ETag', '"-"');
  writeJson(ctx, 200, {});
}

function refuseMethod(ctx: Context, methods: readonly string[]): never {
  ctx.set('Allow', methods.join(', '));
  throw new IntakeRefusal(405, `method not supported: ${ctx.method}`);
}

/** intake.refusal-status: answers every request, refusal and failure, so that none of these ends the process. */
function answerErrors(
  parts: IntakeParts,
): (ctx: Context, next: () => Promise<void>) => Promise<void> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const isRefusal = error instanceof IntakeRefusal;
      if (!isRefusal) reportDefect(error, parts.log);
      const status = isRefusal ? error.status : 500;
      if (status === 401) ctx.set('WWW-Authenticate', 'ApiKey');
      ctx.set('Connection', 'close');
      writeJson(ctx, status, { error: isRefusal ? error.message : 'internal error' });
    }
    await discardRest(ctx.req);
  };
}

/** Answers with a value as JSON on one line. */
export function writeJson(ctx: Context, status: number, value: unknown): void {
  ctx.status = status;
  ctx.type = 'application/json';
  ctx.body = `${JSON.stringify(value)}\n`;
}

/** Throws an IntakeRefusal if a query string does not name the service whose agent asks for its configuration. */
function checkQuery(query: URLSearchParams): void {
  requireName(query.get('service.name') ?? undefined);
}

/** Throws an IntakeRefusal if a body is not JSON, does not name a service, or a member is of the wrong type. */
function checkBody(text: string): void {
  const body = parse(text);
  const service = member(body, 'service');
  requireName(textOf(member(service, 'name'), 'service.name'));
  textOf(member(service, 'environment'), 'service.environment');
  textOf(member(body, 'etag'), 'etag');
}

function requireName(name: string | undefined): void {
  if (name === undefined || name === '') throw new IntakeRefusal(400, 'service.name is required');
}

function textOf(value: JsonValue | undefined, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new IntakeRefusal(400, `invalid query: ${name} has to be a string`);
}

function parse(text: string): JsonValue {
  const read = (): JsonValue => {
    const value = parseJson(text, maxSize);
    checkUnicode(text, 'strings');
    return value;
  };
  const body = unlessRefused(read, ({ reason }) => {
    throw new IntakeRefusal(400, `invalid query: ${reason}`);
  });
  if (isJsonObject(body)) return body;
  throw new IntakeRefusal(400, 'invalid query: the body has to be an object');
}
