import type { Context } from 'koa';
import { createBudgets, defaultBudgetLimits } from '../base/budgets.ts';
import type { ControlledEnvironment } from '../base/environment.ts';
import { systemEnvironment } from '../base/environment.ts';
import { parseJson } from '../base/json.ts';
import { unlessRefused } from '../base/service-error.ts';
import type { RunningServer } from '../http/server.ts';
import { advanceClock } from '../http/advance-clock.ts';
import { startServer } from '../http/server.ts';
import { boundedLog, maskingLog } from './bounded-log.ts';
import { storeEvents } from './events/store-events.ts';
import type { PathHandler } from './intake-app.ts';
import { createIntakeApp, writeJson } from './intake-app.ts';
import { IntakeRefusal, wholeBodyOf } from './request-stream.ts';
import { createKeyLimit } from './authorise-agent.ts';
import { connectService, member } from './search-service.ts';
import type { IntakeSettings } from './settings.ts';
import { readSettings } from './settings.ts';

/** Options of an intake server. */
export interface IntakeOptions {
  /** The settings; absent ones have their defaults. */
  readonly settings?: Partial<IntakeSettings>;
  /** The value of `Authorization` for the requests of the intake to the search service. */
  readonly authorization?: string | undefined;
  /** Serves `POST /_test/clock`, which moves the clock. Default false. */
  readonly testControl?: boolean;
  /** Clock, random source and timers. Default: those of the machine. */
  readonly environment?: ControlledEnvironment;
  /** Receives reports without secrets. Default: standard error. */
  readonly log?: (report: string) => void;
}

/** The most memory of all streams together, estimated; one that needs more is refused. */
const memory_bytes = 2 ** 28;

/** Starts an intake server. Rejects if the address is not available. The search service may be started later. */
export async function startIntake(options: IntakeOptions = {}): Promise<RunningServer> {
  const settings = { ...readSettings(new Map()), ...options.settings };
  const environment = options.environment ?? systemEnvironment();
  const write =
    options.log ?? ((report: string) => void process.stderr.write(`intake-server: ${report}\n`));
  const log = maskingLog(boundedLog(write, environment), options.authorization);
  const { service_url: url } = settings;
  const service = connectService(url, options.authorization, environment);
  const limit = settings.apiKeyEnabled
    ? createKeyLimit(settings.apiKeyLimit, environment)
    : undefined;
  const app = createIntakeApp({
    gate: { limit, service, log },
    host: settings.host,
    store: (documents) => storeEvents(documents, { service, log }),
    environment,
    budgets: createBudgets({ ...defaultBudgetLimits, maxTotalMemory: memory_bytes }),
    testPaths: options.testControl === true ? testPaths(environment) : new Map(),
    log,
  });
  const address = { host: settings.host, port: settings.port };
  return startServer(app.callback(), address, environment);
}

const maxControl_bytes = 1024;

function testPaths(environment: ControlledEnvironment): ReadonlyMap<string, PathHandler> {
  const moveClock = async (ctx: Context): Promise<void> => {
    const body = await wholeBodyOf(ctx.req, maxControl_bytes);
    writeJson(ctx, 200, { now: advance(environment, body) });
  };
  return new Map([['/_test/clock', moveClock]]);
}

function advance(environment: ControlledEnvironment, text: string): number {
  const move = (): number | undefined => {
    const duration = member(parseJson(text), 'advance');
    return typeof duration === 'string' ? advanceClock(environment, duration) : undefined;
  };
  const now = unlessRefused(move, () => undefined);
  if (now !== undefined) return now;
  throw new IntakeRefusal(
    400,
    'the body must have the member [advance] with a duration, such as {"advance":"1m"}',
  );
}
