import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Environment } from '../base/environment.ts';

/** Number of requests of a connection that wait for the answer before them; then no more are read. */
const maxWaiting = 64;

/** Serves a request that has been read; `onEnd` is called when it is answered, or its client has left. */
type Serve = (onEnd: () => void) => void;

/**
 * Returns a listener that serves the requests of a connection one after the other, even if the client sends many without
 * awaiting the answers. Before each further one, other work that waits in the event loop has its turn.
 */
export function takeTurns(listener: RequestListener, environment: Environment): RequestListener {
  const lines = new WeakMap<Socket, (serve: Serve) => void>();
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? waitingLine(socket, environment);
    lines.set(socket, line);
    line((onEnd) => {
      response.once('close', onEnd);
      listener(request, response);
    });
  };
}

function waitingLine(socket: Socket, environment: Environment): (serve: Serve) => void {
  const waiting: Serve[] = [];
  let isServing = false;
  const isFull = (): boolean => waiting.length >= maxWaiting;
  // The parser resumes the connection after each message and for each body.
  socket.on('resume', () => {
    if (isFull()) socket.pause();
  });
  const serveNext = async (): Promise<void> => {
    await environment.yieldToEventLoop();
    const wasFull = isFull();
    const next = socket.destroyed ? undefined : waiting.shift();
    isServing = next !== undefined;
    if (wasFull && !isFull()) socket.resume();
    next?.(onEnd);
  };
  const onEnd = (): void => {
    isServing = waiting.length > 0;
    if (isServing) void serveNext();
  };
  return (serve) => {
    if (isServing) {
      waiting.push(serve);
      if (isFull()) socket.pause();
      return;
    }
    isServing = true;
    serve(onEnd);
  };
}
