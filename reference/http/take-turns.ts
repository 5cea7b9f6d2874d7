import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Environment } from '../base/environment.ts';

/** Number of requests of a connection that wait for the answer before them; then no more are read. */
const maxWaiting = 64;

/** Serves a request that has been read; `onEnd` is called when it is answered, or its client has left. */
type Serve = (onEnd: () => void) => void;

/** What all connections of a server share. */
interface Shared extends TurnOptions {
  waiting: number;
}

/** Options of taking turns. */
interface TurnOptions {
  readonly environment: Environment;
  /**
   * Number of requests that may wait on all connections together, as each connection reads 64 KiB at once. Beyond it, one
   * that may read no more is closed.
   */
  readonly maxWaitingOfAll: number;
}

/**
 * Returns a listener that serves the requests of a connection one after the other, even if the client sends many without
 * awaiting the answers. Before each further one, other work that waits in the event loop has its turn.
 */
export function takeTurns(listener: RequestListener, options: TurnOptions): RequestListener {
  const lines = new WeakMap<Socket, (serve: Serve) => void>();
  const shared = { ...options, waiting: 0 };
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? waitingLine(socket, shared);
    lines.set(socket, line);
    line((onEnd) => {
      response.once('close', onEnd);
      listener(request, response);
    });
  };
}

function waitingLine(socket: Socket, shared: Shared): (serve: Serve) => void {
  const waiting: Serve[] = [];
  let isServing = false;
  const isFull = (): boolean => waiting.length >= maxWaiting;
  // The parser resumes the connection after each message and for each body.
  socket.on('resume', () => {
    if (isFull()) socket.pause();
  });
  socket.once('close', () => {
    shared.waiting -= waiting.length;
    waiting.length = 0;
  });
  const serveNext = async (): Promise<void> => {
    await shared.environment.yieldToEventLoop();
    const wasFull = isFull();
    const next = waiting.shift();
    isServing = next !== undefined;
    if (next === undefined) return;
    shared.waiting--;
    if (wasFull && !isFull()) socket.resume();
    next(onEnd);
  };
  const onEnd = (): void => {
    isServing = waiting.length > 0;
    if (isServing) void serveNext();
  };
  const wait = (serve: Serve): void => {
    if (socket.destroyed) return;
    waiting.push(serve);
    shared.waiting++;
    if (!isFull()) return;
    if (shared.waiting > shared.maxWaitingOfAll) socket.destroy();
    else socket.pause();
  };
  return (serve) => {
    if (isServing) wait(serve);
    else {
      isServing = true;
      serve(onEnd);
    }
  };
}
