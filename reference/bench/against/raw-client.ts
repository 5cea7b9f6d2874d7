import { connect } from 'node:net';

/** A response: its status, and its body as text. */
export interface RawResponse {
  readonly status: number;
  readonly text: string;
}

/** One connection that sends a request after the response to the one before. Costs less than `node:http`. */
export interface RawConnection {
  /** Takes a method and a path, as in `GET /_search`. */
  send(line: string, body?: string): Promise<RawResponse>;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

/** Opens a connection to the server at a base URL. */
export function rawConnection(url: string): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay();
  let waiting:
    | { settle: (response: RawResponse) => void; fail: (error: Error) => void }
    | undefined;
  let received: Buffer[] = [];
  const fail = (error: Error): void => waiting?.fail(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection was closed')));
  socket.on('data', (bytes) => {
    received.push(bytes);
    const response = complete(received.length === 1 ? bytes : Buffer.concat(received));
    if (response === undefined) return;
    received = [];
    waiting?.settle(response);
  });
  return {
    send: (line, body = '') =>
      new Promise((settle, fail) => {
        waiting = { settle, fail };
        const type = line.includes('/_bulk') ? 'application/x-ndjson' : 'application/json';
        const typed = body === '' ? '' : `Content-Type: ${type}\r\n`;
        const head = `${line} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${typed}`;
        socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
      }),
    close: () => void socket.destroy(),
  };
}

/** Returns the response if all of it was received. */
function complete(bytes: Buffer): RawResponse | undefined {
  const end = bytes.indexOf(headEnd);
  if (end === -1) return undefined;
  const head = bytes.toString('latin1', 0, end).toLowerCase();
  const status = Number(head.slice(9, 12));
  const from = end + headEnd.length;
  const length = /content-length: *(\d+)/.exec(head)?.[1];
  if (length !== undefined) {
    const to = from + Number(length);
    return bytes.length < to ? undefined : { status, text: bytes.toString('utf8', from, to) };
  }
  const isComplete = bytes.subarray(-lastChunk.length).equals(lastChunk);
  return isComplete ? { status, text: unchunked(bytes, from) } : undefined;
}

function unchunked(bytes: Buffer, from: number): string {
  const pieces: Buffer[] = [];
  for (let at = from; at < bytes.length;) {
    const line = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (length === 0) break;
    pieces.push(bytes.subarray(line + 2, line + 2 + length));
    at = line + 2 + length + 2;
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Returns a member of a JSON text, found by its name alone. Throws an Error if there is none. */
export function memberOf(text: string, name: string): string {
  const found = new RegExp(`"${name}":"?([^",}]+)`).exec(text)?.[1];
  if (found === undefined) throw new Error(`there is no [${name}] in ${text.slice(0, 300)}`);
  return found;
}

/** Sends a request and returns the text of the response. Throws an Error if it was refused. */
export async function sent(
  connection: RawConnection,
  line: string,
  body?: unknown,
): Promise<string> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await connection.send(line, text);
  if (response.status >= 300 || response.text.includes('"errors":true')) {
    throw new Error(`${line}: ${response.status} ${response.text.slice(0, 300)}`);
  }
  return response.text;
}
