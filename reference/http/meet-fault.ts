import { Readable } from 'node:stream';
import type { ExchangeContext } from './exchange.ts';
import { presentationOf } from './exchange.ts';
import type { Fault, FaultTable } from './faults.ts';
import { isOfTest } from './request-match.ts';
import type { Route } from './routes.ts';
import { writeError } from './write-reply.ts';

/** Returns the route of an operation that meets the faults of the server. */
export function meetingFaults(route: Route, operation: string, faults: FaultTable): Route {
  return {
    ...route,
    async serve(ctx, parameters) {
      ctx.state.operation = operation;
      const { method, path } = ctx;
      const fault = isOfTest(ctx) ? undefined : await faults.meet({ operation, method, path });
      if (fault === undefined) return route.serve(ctx, parameters);
      ctx.state.isFaulty = true;
      if (ctx.res.destroyed) return;
      if (fault.status !== undefined) return refuse(ctx, fault.status, fault);
      if (fault.cut !== 'before') await route.serve(ctx, parameters);
      if (fault.cut !== undefined) cut(ctx);
      else if (fault.truncate === true) await truncate(ctx);
    },
  };
}

function refuse(ctx: ExchangeContext, status: number, { retryAfter }: Fault): void {
  if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
  const type = status === 429 ? 'too_many_requests_exception' : 'status_exception';
  const reason = `a fault of the test answers [${ctx.method} ${ctx.path}] with [${status}]`;
  const error = { root_cause: [{ type, reason }], type, reason };
  writeError(ctx, { status, error }, presentationOf(undefined, 'application/json'));
}

function cut(ctx: ExchangeContext): void {
  ctx.respond = false;
  ctx.req.socket.resetAndDestroy();
}

/** Sends half of the body. Of one that is sent in pieces, it is half of the first piece. */
async function truncate(ctx: ExchangeContext): Promise<void> {
  const { body, res } = ctx;
  const isWhole = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = isWhole ? Buffer.from(body) : await firstPiece(body);
  ctx.respond = false;
  if (isWhole) res.setHeader('Content-Length', bytes.length);
  res.statusCode = ctx.status;
  res.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => res.destroy());
}

async function firstPiece(body: unknown): Promise<Buffer> {
  if (!(body instanceof Readable)) return Buffer.alloc(0);
  for await (const piece of body) return Buffer.from(piece as Uint8Array);
  return Buffer.alloc(0);
}
