/** Where the kit writes, and what it knows of the place. */
export interface Output {
  readonly write: (text: string) => void;
  /** True for a terminal, where a line may be written over. */
  readonly isTerminal: boolean;
  readonly colours: boolean;
}

/** The two outputs of a command. */
export interface Streams {
  readonly out: Output;
  readonly err: Output;
}

/** The streams of this process; `NO_COLOR` and `FORCE_COLOR` are respected. */
export function processStreams(): Streams {
  return { out: outputOf(process.stdout), err: outputOf(process.stderr) };
}

function outputOf(stream: NodeJS.WriteStream): Output {
  const isTerminal = stream.isTTY;
  const { NO_COLOR: none, FORCE_COLOR: forced } = process.env;
  const wanted = forced !== undefined && forced !== '0' ? true : isTerminal;
  const silenced = none !== undefined && none !== '';
  return {
    write: (text) => void stream.write(text),
    isTerminal,
    colours: wanted && !silenced,
  };
}
