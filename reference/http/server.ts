import type { RequestListener, Server } from 'node:http';
import { createServer, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { defined } from '../base/assert.ts';
import type { Environment } from '../base/environment.ts';
import { takeTurns } from './take-turns.ts';

/** The address to listen on. */
export interface Address {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Limits of each connection, in place of the default ones. */
  readonly limits?: Partial<typeof defaultLimits>;
}

/** A listening server. */
export interface RunningServer {
  /** Scheme, host and port, such as `http://127.0.0.1:9200`. */
  readonly url: string;
  /** Stops listening and resolves when running requests have finished and all connections are closed. */
  stop(): Promise<void>;
}

/** Limits of each connection, in milliseconds and bytes. */
const defaultLimits = {
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 64 * 1024,
  /**
   * A client that takes nothing of its answer for this time is disconnected, after twice this time at the latest. The
   * system passes on no more before a part of its buffer is free, which within a computer may be a megabyte.
   */
  answerTimeout: 30_000,
  /** Requests that wait for the answers before them, of all connections together. */
  maxWaitingOfAll: 50_000,
};

/** Listeners of one event of a response, before Node.js takes them for a leak. */
const maxListeners = 20;

/** Time in milliseconds that running requests have to finish after the server stops listening. */
const grace_ms = 10_000;

/** Time in milliseconds that a client has to read the answer to a request that cannot be read. */
const linger_ms = 500;

/** Statuses for errors of the HTTP parser, by error code; 400 for all others. */
const parserStatuses: ReadonlyMap<string | undefined, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/** Starts to listen. Rejects with the system error if the address is not available. */
export function startServer(
  listener: RequestListener,
  address: Address,
  environment: Environment,
): Promise<RunningServer> {
  let stopping = false;
  const serve: RequestListener = (request, response) => {
    if (stopping) response.setHeader('Connection', 'close');
    // Times in answers are read from this clock, which a test may have moved.
    response.setHeader('Date', new Date(environment.now()).toUTCString());
    // A response that is a stream has eleven: those of this server, and those of the pipeline.
    response.setMaxListeners(maxListeners);
    response.on('close', () => {
      if (stopping) void environment.yieldToEventLoop().then(() => server.closeIdleConnections());
    });
    const { socket } = request;
    response.on('timeout', () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    listener(request, response);
  };
  const limits = { ...defaultLimits, ...address.limits };
  const { maxWaitingOfAll } = limits;
  const turns = takeTurns(serve, { environment, maxWaitingOfAll });
  const server = createServer(limits, turns.serve);
  server.on('connection', turns.connect);
  server.timeout = limits.answerTimeout;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    answerUnreadable(error, socket, environment),
  );
  const stopOnce = () => {
    stopping = true;
    return stop(server, environment);
  };
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, () => {
      server.off('error', reject);
      resolve({ url: urlOf(server), stop: stopOnce });
    });
  });
}

function stop(server: Server, environment: Environment): Promise<void> {
  return new Promise((resolve) => {
    const timer = environment.setTimer(grace_ms, () => server.closeAllConnections());
    server.close(() => {
      timer.cancel();
      resolve();
    });
    server.closeIdleConnections();
  });
}

function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  environment: Environment,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = parserStatuses.get(error.code) ?? 400;
  const phrase = defined(STATUS_CODES[status], `reason phrase of ${status}`);
  const reason = `the request cannot be read: ${phrase}`;
  const plain = { type: 'illegal_argument_exception', reason };
  const body = JSON.stringify({ error: { root_cause: [plain], ...plain }, status });
  // A client that keeps its side open must not hold the connection, but it needs time to read the answer.
  const timer = environment.setTimer(linger_ms, () => void socket.destroy());
  socket.once('close', () => timer.cancel());
  socket.resume();
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Returns the base URL. If the server listens on all addresses, it has the loopback address. */
function urlOf(server: Server): string {
  const bound = server.address() as AddressInfo;
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[bound.address] ?? bound.address;
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${bound.port}`;
}
