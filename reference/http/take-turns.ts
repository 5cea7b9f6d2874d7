import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { defined } from '../base/assert.ts';
import type { Environment } from '../base/environment.ts';
import { startYielder } from '../base/yielder.ts';
import type { Yielder } from '../base/yielder.ts';

/** Number of requests of a connection that wait for the answer before them; then no more are read. */
const maxWaiting = 64;

/** Bytes that are parsed at once: first about as many as `maxWaiting` short requests have. */
const slice_bytes = { first: 2048, further: 16_384 };

/** Serves a request that has been read; `onEnd` is called when it is answered, or its client has left. */
type Serve = (onEnd: () => void) => void;

/** What all connections of a server share. */
interface Shared extends TurnOptions {
  readonly yielder: Yielder;
  waiting: number;
}

/** Options of taking turns. */
interface TurnOptions {
  readonly environment: Environment;
  /** Number of requests that may wait on all connections together. Beyond it, one that may read no more is closed. */
  readonly maxWaitingOfAll: number;
}

/** A connection as the HTTP server of Node.js marks it: it is paused while too many bytes of answers wait. */
type Connection = Socket & { readonly _paused?: boolean };

/**
 * Returns a listener that serves the requests of a connection one after the other, even if the client sends many without
 * awaiting the answers. Before each further one, other work that waits in the event loop has its turn. `connect` has to be
 * called for each connection, after the server has.
 */
export function takeTurns(listener: RequestListener, options: TurnOptions) {
  const lines = new WeakMap<Socket, (serve: Serve) => void>();
  const shared = { ...options, yielder: startYielder(options.environment), waiting: 0 };
  const serve: RequestListener = (request, response) => {
    const line = defined(lines.get(request.socket), 'requests of the connection');
    line((onEnd) => {
      response.once('close', onEnd);
      listener(request, response);
    });
  };
  return {
    serve,
    connect: (socket: Socket): void => void lines.set(socket, waitingLine(socket, shared)),
  };
}

function waitingLine(socket: Socket, shared: Shared): (serve: Serve) => void {
  const waiting: Serve[] = [];
  let isServing = false;
  const isFull = (): boolean => waiting.length >= maxWaiting;
  const readOn = readInTurns(socket, isFull, shared.yielder);
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
    if (wasFull) readOn();
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
    if (isFull() && shared.waiting > shared.maxWaitingOfAll) socket.destroy();
  };
  return (serve) => {
    if (isServing) wait(serve);
    else {
      isServing = true;
      serve(onEnd);
    }
  };
}

/**
 * Makes the parser read what arrives in slices, in turns with other work, and none while `isFull`: at once it would read
 * 2 MB, which may be tens of thousands of requests or pieces of a body. Returns a function to call when it may read on.
 */
export function readInTurns(
  socket: Connection,
  isFull: () => boolean,
  yielder: Yielder,
): () => void {
  let isResting = false;
  const mustWait = (): boolean => isResting || isFull() || socket._paused === true;
  const readOn = (): void => {
    if (!mustWait()) socket.resume();
  };
  const rest = async (due: Promise<void>): Promise<void> => {
    isResting = true;
    await due;
    isResting = false;
    readOn();
  };
  const [parse] = socket.listeners('data');
  const read = defined(parse, 'parser of a connection') as (this: Socket, bytes: Buffer) => void;
  socket.removeListener('data', read);
  socket.on('data', (bytes: Buffer) => {
    let at = 0;
    while (at < bytes.length && !mustWait()) {
      // Nothing more is read once the last answer has been written.
      if (!socket.writable) return;
      const size = at === 0 ? slice_bytes.first : slice_bytes.further;
      read.call(socket, bytes.subarray(at, (at += size)));
      const due = at < bytes.length ? yielder.yieldIfDue() : undefined;
      if (due !== undefined) void rest(due);
    }
    if (at >= bytes.length) return;
    socket.pause();
    socket.unshift(bytes.subarray(at));
  });
  // The parser resumes the connection after each message and for each body.
  socket.on('resume', () => {
    if (mustWait()) socket.pause();
  });
  return readOn;
}
