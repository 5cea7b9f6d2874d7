import { isatty } from 'node:tty';

/** A stream that the kit writes text to. */
export interface Output {
  readonly write: (text: string) => void;
  /** True for a terminal, where a line can be overwritten. */
  readonly isTerminal: boolean;
  readonly colours: boolean;
}

/** The two outputs of a command. */
export interface Streams {
  readonly out: Output;
  readonly err: Output;
}

/**
 * The streams of this process; `NO_COLOR` and `FORCE_COLOR` are respected. If the reader closes one of them, as `head`
 * does, a command that handles SIGTERM is asked to stop, and any other ends at once with exit code 0.
 */
export function processStreams(): Streams {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', stopQuietly);
  return { out: outputOf(process.stdout), err: outputOf(process.stderr) };
}

let isClosed = false;

function stopQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  if (isClosed) return;
  isClosed = true;
  if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM', 'SIGTERM');
  else process.exit(0);
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
  };
}
