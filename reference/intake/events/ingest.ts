import type { Budget } from '../../base/budget.ts';
import type { Environment } from '../../base/environment.ts';
import type { JsonObject } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import { startYielder } from '../../base/yielder.ts';
import type { Agent } from '../authorise-agent.ts';
import { IntakeRefusal, unavailable } from '../request-stream.ts';
import type { EventDocument } from './event-document.ts';
import { documentOf } from './event-document.ts';
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

/** The sender of a stream, and the store of its events. */
export interface IngestOptions {
  readonly agent: Agent;
  /** Stores events; rejects with an IntakeRefusal if it cannot. */
  readonly store: (documents: readonly EventDocument[]) => Promise<void>;
  readonly environment: Environment;
  /** What the stream may use. */
  readonly budget: Budget;
}

const batchEvents = 10;
/** How often an event is in memory while it is stored: as it is, in the request, and in the connection to the store. */
const copies = 3;
/** Maximum number of problems in an answer; the lines after the last one are still read. */
const maxErrors = 5;
/** Number of refused lines after which the rest of a stream is not read. */
const maxRefused = 100;
const maxShownCharacters = 1024;
const endsHere = `the stream ends here: ${maxRefused} lines are refused`;

/**
 * Reads the lines of a stream, metadata first, and stores its events in batches; the agent needs `event:write` for each
 * batch. A line with a problem does not affect the others; after many of them the stream is not read any more.
 *
 * intake.takes-agent-events, intake.event-write-needed.
 */
export async function ingest(
  lines: AsyncIterable<Line>,
  { agent, store, environment, budget }: IngestOptions,
): Promise<IngestResult> {
  const yielder = startYielder(environment);
  const errors: IngestError[] = [];
  let accepted = 0;
  let metadata: JsonObject | undefined;
  let batch: EventDocument[] = [];
  let held = 0;
  /** Takes a line; returns what is wrong with it. */
  const take = (line: Line): IngestError | undefined => {
    try {
      if (metadata === undefined) metadata = readMetadata(line);
      else batch.push(documentOf(readEvent(line), metadata, environment.now()));
      const needed = copies * batch.reduce((sum, { source }) => sum + source.length, 0);
      budget.reserve(needed - held);
      held = needed;
      return undefined;
    } catch (error) {
      if (!(error instanceof LineProblem)) throw error;
      return { message: error.message, document: line.text.slice(0, maxShownCharacters) };
    }
  };
  const flush = async (): Promise<void> => {
    requireWrite(agent);
    await store(batch);
    budget.reserve(-held);
    held = 0;
    accepted += batch.length;
    batch = [];
  };
  const end = (wrong: number, error: IngestError): IngestResult => {
    const status = errors.length === 0 ? wrong : Math.max(400, wrong);
    return { status, accepted, errors: [...errors.slice(0, maxErrors - 1), error] };
  };
  try {
    for await (const line of lines) {
      await yielder.yieldIfDue();
      const problem = take(line);
      if (problem !== undefined && metadata === undefined) return end(400, problem);
      if (problem !== undefined) errors.push(problem);
      const isOver = errors.length === maxRefused;
      if (batch.length === batchEvents || isOver) await flush();
      if (isOver) return end(400, { message: endsHere });
    }
    await flush();
  } catch (error) {
    if (error instanceof ServiceError) return end(503, { message: unavailable });
    if (!(error instanceof IntakeRefusal)) throw error;
    return end(error.status, { message: error.message });
  }
  const status = errors.length === 0 ? 202 : 400;
  return { status, accepted, errors: errors.slice(0, maxErrors) };
}

function requireWrite(agent: Agent): void {
  try {
    agent.requirePrivilege('event:write');
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    const message = `cannot handle stream: cannot process batch: ${error.message}`;
    throw new IntakeRefusal(error.status, message);
  }
}
