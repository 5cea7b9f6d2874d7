import { isatty } from 'node:tty';
import { exitCodes } from './exit-code.ts';

/** A stream that the kit writes text to. */
export interface Output {
  readonly write: (text: string) => void;
  /** True for a terminal, where a line can be overwritten. */
  readonly isTerminal: boolean;
  readonly colours: boolean;
  /** The width of a terminal; absent for anything else. */
  readonly columns?: number;
}

/** The two outputs of a command. */
export interface Streams {
  readonly out: Output;
  readonly err: Output;
}

/**
 * The streams of this process; `NO_COLOR` and `FORCE_COLOR` are respected. If the reader closes one of them, as `head`
 * does, a command that handles SIGTERM is asked to stop; any other, also a run that has ended, goes on without it and keeps
 * its exit code. If one cannot be written for another reason, such as a full disk, the command goes on, as its reports may
 * go elsewhere; the other stream says so once, and the process ends with exit code 6.
 */
export function processStreams(): Streams {
  const { stdout, stderr } = process;
  stdout.on('error', (error) => onError(error, 'the standard output', stderr));
  stderr.on('error', (error) => onError(error, 'the standard error', stdout));
  return { out: outputOf(stdout), err: outputOf(stderr) };
}

/** The width of a terminal that does not tell it. */
const defaultColumns = 80;

let isClosed = false;
let hasFailed = false;

function onError(error: NodeJS.ErrnoException, name: string, other: NodeJS.WriteStream): void {
  if (error.code === 'EPIPE') return stopIfRunning();
  if (hasFailed) return;
  hasFailed = true;
  process.on('exit', () => (process.exitCode = exitCodes.unwritten));
  other.write(`error: ${name} cannot be written: ${error.message}\n`);
}

function stopIfRunning(): void {
  if (isClosed) return;
  isClosed = true;
  if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM', 'SIGTERM');
}

function outputOf(stream: NodeJS.WriteStream & { readonly fd: number }): Output {
  // Not isTTY, which is undefined for a pipe: the library for colours would then decide by itself.
  const isTerminal = isatty(stream.fd);
  const { NO_COLOR: none, FORCE_COLOR: forced } = process.env;
  const wanted = forced !== undefined && forced !== '0' ? true : isTerminal;
  const silenced = none !== undefined && none !== '';
  return {
    write: (text) => void stream.write(text),
    isTerminal,
    colours: wanted && !silenced,
    ...(isTerminal ? { columns: stream.columns || defaultColumns } : {}),
  };
}
