import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';

/** An event of an agent. */
export interface AgentEvent {
  readonly kind: EventKind;
  readonly value: JsonObject;
  /** The line as it was sent. */
  readonly line: string;
}

/** The document that is stored for an event. */
export interface EventDocument {
  /** The name of the index or data stream. */
  readonly index: string;
  /** The document as JSON, on one line. */
  readonly source: string;
}

/** The index or data stream of each kind of event. */
const indices = {
  transaction: 'traces-apm-default',
  span: 'traces-apm-default',
  error: 'logs-apm.error-default',
  metricset: 'metrics-apm.internal-default',
  log: 'logs-apm.app-default',
} as const;

/** The name of a kind of event. */
type EventKind = keyof typeof indices;

/** Returns whether a string is the name of a kind of event. */
export function isEventKind(name: string): name is EventKind {
  return Object.hasOwn(indices, name);
}

/**
 * Returns the document of an event. Takes the event, the metadata of its stream, and the time of receipt in
 * milliseconds since the epoch. The document contains the line itself as text, and under their names in the Elastic
 * Common Schema what events are found by.
 */
export function documentOf(
  { kind, value, line }: AgentEvent,
  metadata: JsonObject,
  received_ms: number,
): EventDocument {
  const duration = valueOf(value, 'duration');
  const source = {
    '@timestamp': timeOf(value, received_ms),
    processor: { event: kind === 'metricset' ? 'metric' : kind },
    service: textsOf(objectOf(metadata, 'service'), ['name', 'version', 'environment']),
    trace: { id: textOf(value, 'trace_id') },
    ...(kind === 'transaction' ? {} : { transaction: { id: textOf(value, 'transaction_id') } }),
    [kind]: {
      ...textsOf(value, ['id', 'name', 'type', 'result', 'level']),
      ...(typeof duration === 'number' ? { duration: { us: Math.round(duration * 1000) } } : {}),
    },
    event: { original: line },
    message: textOf(value, 'message') ?? textOf(objectOf(value, 'exception'), 'message'),
  };
  return { index: indices[kind], source: JSON.stringify(source) };
}

/** Returns a member, or undefined if it is absent or null. */
function valueOf(value: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? (value[key] ?? undefined) : undefined;
}

/** Returns a member that is an object; an empty one in place of any other. */
export function objectOf(value: JsonObject, key: string): JsonObject {
  const found = valueOf(value, key);
  return isJsonObject(found) ? found : {};
}

/** Returns a member as text: its type is not specified, but a field can have only one type. */
export function textOf(value: JsonObject, key: string): string | undefined {
  const found = valueOf(value, key);
  return typeof found === 'string' ? found : undefined;
}

/** Returns the members that are texts. */
function textsOf(
  value: JsonObject,
  keys: readonly string[],
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(keys.map((key) => [key, textOf(value, key)]));
}

/** The greatest value of a date, in milliseconds since the epoch. */
const last_ms = 8.64e15;

/** Returns the time of an event, which agents send in microseconds, or else the time of receipt. */
function timeOf(value: JsonObject, received_ms: number): string {
  const sent = valueOf(value, 'timestamp');
  const sent_ms = typeof sent === 'number' ? Math.floor(sent / 1000) : received_ms;
  return new Date(sent_ms >= 0 && sent_ms <= last_ms ? sent_ms : received_ms).toISOString();
}
