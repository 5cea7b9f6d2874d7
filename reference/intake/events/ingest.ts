import type { JsonObject } from '../../base/json.ts';
import type { Agent } from '../authorise-agent.ts';
import { IntakeRefusal } from '../request-stream.ts';
import type { EventDocument } from './event-document.ts';
import { documentOf } from './event-document.ts';
import type { EventQueue } from './event-queue.ts';
import type { Line } from './read-line.ts';
import { LineProblem, readEvent, readMetadata } from './read-line.ts';

/** A problem with a stream. */
interface IngestError {
  readonly message: string;
  /** The line with the problem. */
  readonly document?: string;
}

/** The result of reading a stream. */
export interface IngestResult {
  /** 202, or the highest status among the problems. */
  readonly status: number;
  /** Number of accepted events. */
  readonly accepted: number;
  /** The first problems; the last one says why the stream was not read to its end, if it was not. */
  readonly errors: readonly IngestError[];
}

/** The sender of a stream, and the queue for its events. */
export interface IngestOptions {
  readonly agent: Agent;
  readonly queue: Pick<EventQueue, 'offer'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const batchEvents = 10;
/** Maximum number of problems in an answer; the lines after the last one are still read. */
const maxErrors = 5;
/** Number of refused lines after which the rest of a stream is not read. */
const maxRefused = 100;
const maxShownCharacters = 1024;
const tooLong = 'event exceeded the permitted size';
const noUtf8 = 'decode error: the line is not valid UTF-8';

/**
 * Reads the lines of a stream, metadata first, and queues its events in batches; the agent needs `event:write` for each
 * batch. A line with a problem does not affect the others; after many of them the stream is not read any more.
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
    stream.end(status, error instanceof EndOfStream ? error.problem : { message });
  }
  return stream.result();
}

/** Thrown if the rest of a stream cannot be read. */
class EndOfStream extends IntakeRefusal {
  readonly problem: IngestError;

  constructor(status: number, problem: IngestError) {
    super(status, problem.message);
    this.problem = problem;
  }
}

/** The state of a stream that is being read. */
function createStream({ agent, queue, now }: IngestOptions) {
  const errors: IngestError[] = [];
  let status = 202;
  let accepted = 0;
  let metadata: JsonObject | undefined;
  let batch: EventDocument[] = [];
  let refused = 0;

  const end = (wrong: number, error: IngestError): void => {
    status = Math.max(status, wrong);
    errors.splice(maxErrors - 1);
    errors.push(error);
  };
  const flush = (): void => {
    requireWrite(agent);
    if (!queue.offer(batch)) throw new EndOfStream(503, { message: 'queue is full' });
    accepted += batch.length;
    batch = [];
  };
  const refuse = (error: IngestError): void => {
    status = Math.max(status, 400);
    if (errors.length < maxErrors) errors.push(error);
    if (++refused < maxRefused) return;
    flush();
    throw new EndOfStream(400, {
      message: `the stream ends here: ${maxRefused} lines are refused`,
    });
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
    end,
    flush,
    /** Throws an EndOfStream if the rest of the stream cannot be read. */
    take(line: Line): void {
      try {
        if (line.kind === 'too_long') throw new LineProblem(tooLong);
        if (line.kind === 'no_utf8') throw new LineProblem(noUtf8);
        read(line.text);
      } catch (error) {
        if (!(error instanceof LineProblem)) throw error;
        const problem = { message: error.message, document: startOf(line) };
        if (metadata === undefined) throw new EndOfStream(400, problem);
        refuse(problem);
      }
    },
    result: (): IngestResult => ({ status, accepted, errors }),
  };
}

function requireWrite(agent: Agent): void {
  try {
    agent.requirePrivilege('event:write');
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    const message = `cannot handle stream: cannot process batch: ${error.message}`;
    throw new EndOfStream(error.status, { message });
  }
}

function startOf(line: Line): string {
  return (line.kind === 'too_long' ? line.start : line.text).slice(0, maxShownCharacters);
}
