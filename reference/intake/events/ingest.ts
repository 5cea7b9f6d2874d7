import type { JsonObject } from '../../base/json.ts';
import type { Agent } from '../authorise-agent.ts';
import { IntakeRefusal } from '../intake-refusal.ts';
import type { EventDocument } from './event-document.ts';
import { documentOf } from './event-document.ts';
import type { EventQueue } from './event-queue.ts';
import type { Line } from './lines.ts';
import { LineProblem, readEvent, readMetadata } from './read-line.ts';

/** One thing that went wrong with a stream. */
export interface IngestError {
  readonly message: string;
  /** The line that it is about. */
  readonly document?: string;
}

export interface IngestResult {
  /** 202, or the status of the worst thing that went wrong. */
  readonly status: number;
  /** How many events were taken. */
  readonly accepted: number;
  /** The first things that went wrong. */
  readonly errors: readonly IngestError[];
}

export interface IngestOptions {
  readonly agent: Agent;
  readonly queue: Pick<EventQueue, 'offer'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const batchEvents = 10;
/** So many problems are told; the lines behind them are read all the same. */
const maxErrors = 5;
const maxToldCharacters = 1024;
const tooLong = 'event exceeded the permitted size';

/**
 * Takes the lines of a stream, metadata first; gives how it went. Events are taken in batches, each of which the agent has
 * to be allowed to send; a line that is wrong does not keep the others out.
 *
 * intake.takes-agent-events, intake.event-write-needed.
 */
export async function ingest(
  lines: AsyncIterable<Line>,
  options: IngestOptions,
): Promise<IngestResult> {
  const stream = createStream(options);
  try {
    for await (const line of lines) stream.take(line);
    stream.flush();
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    const { status, message } = error;
    stream.note(status, error instanceof EndOfStream ? error.told : { message });
  }
  return stream.result();
}

/** Nothing more of a stream can be taken. */
class EndOfStream extends IntakeRefusal {
  readonly told: IngestError;

  constructor(status: number, told: IngestError) {
    super(status, told.message);
    this.told = told;
  }
}

/** A stream that is being read. */
function createStream({ agent, queue, now }: IngestOptions) {
  const errors: IngestError[] = [];
  let status = 202;
  let accepted = 0;
  let metadata: JsonObject | undefined;
  let batch: EventDocument[] = [];

  const note = (wrong: number, error: IngestError): void => {
    status = Math.max(status, wrong);
    if (errors.length < maxErrors) errors.push(error);
  };
  const flush = (): void => {
    demandWrite(agent);
    if (!queue.offer(batch)) throw new EndOfStream(503, { message: 'queue is full' });
    accepted += batch.length;
    batch = [];
  };
  const read = (line: string): void => {
    if (metadata === undefined) {
      metadata = readMetadata(line);
      return;
    }
    batch.push(documentOf(readEvent(line), metadata, now()));
    if (batch.length === batchEvents) flush();
  };
  return {
    note,
    flush,
    /** Throws an EndOfStream where nothing that follows can be taken. */
    take(line: Line): void {
      try {
        if (line.kind === 'too_long') throw new LineProblem(tooLong);
        read(line.text);
      } catch (error) {
        if (!(error instanceof LineProblem)) throw error;
        const told = { message: error.message, document: startOf(line) };
        if (metadata === undefined) throw new EndOfStream(400, told);
        note(400, told);
      }
    },
    result: (): IngestResult => ({ status, accepted, errors }),
  };
}

function demandWrite(agent: Agent): void {
  try {
    agent.demand('event:write');
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    const message = `cannot handle stream: cannot process batch: ${error.message}`;
    throw new EndOfStream(error.status, { message });
  }
}

function startOf(line: Line): string {
  return (line.kind === 'too_long' ? line.start : line.text).slice(0, maxToldCharacters);
}
