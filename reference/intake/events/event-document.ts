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
  /** The name of the index or data stream, without the namespace. */
  readonly dataset: string;
  /** The document as JSON, on one line. */
  readonly source: string;
}

/** The dataset of each kind of event, and the members that identify the kind. */
const datasets = {
  transaction: { dataset: 'traces-apm', name: 'transaction' },
  span: { dataset: 'traces-apm', name: 'transaction' },
  error: { dataset: 'logs-apm.error', name: 'error' },
  metricset: { dataset: 'metrics-apm.internal', name: 'metric' },
  log: { dataset: 'logs-apm.app', name: 'log' },
} as const;

/** The name of a kind of event. */
type EventKind = keyof typeof datasets;

/** Returns whether a string is the name of a kind of event. */
export function isEventKind(name: string): name is EventKind {
  return Object.hasOwn(datasets, name);
}

/** Members of an event that can be searched under their own names: texts, and flags. */
const texts: Readonly<Record<EventKind, readonly string[]>> = {
  transaction: ['id', 'name', 'type', 'result'],
  span: ['id', 'name', 'type', 'subtype', 'action'],
  error: ['id', 'culprit'],
  metricset: [],
  log: ['level'],
};
const flags = { transaction: ['sampled'], span: ['sync'], error: [], metricset: [], log: [] };

/**
 * Returns the document of an event. Takes the event, the metadata of its stream, and the time of receipt in
 * milliseconds since the epoch. The document contains the members of a known type under their names in the Elastic
 * Common Schema, the labels, and the line itself as text.
 */
export function documentOf(
  event: AgentEvent,
  metadata: JsonObject,
  received_ms: number,
): EventDocument {
  const { kind, value, line } = event;
  const { dataset, name } = datasets[kind];
  const service = objectOf(metadata, 'service');
  const context = objectOf(value, 'context');
  const exception = objectOf(value, 'exception');
  const log = objectOf(value, 'log');
  const duration = valueOf(value, 'duration');
  const source = {
    '@timestamp': timeOf(value, received_ms),
    processor: { name, event: kind === 'metricset' ? 'metric' : kind },
    service: picked(service, ['name', 'version', 'environment'], 'string'),
    agent: picked(objectOf(service, 'agent'), ['name', 'version'], 'string'),
    trace: idOf(value, 'trace_id'),
    parent: idOf(value, 'parent_id'),
    ...(kind === 'transaction' ? {} : { transaction: idOf(value, 'transaction_id') }),
    [kind]: {
      ...picked(value, texts[kind], 'string'),
      ...picked(value, flags[kind], 'boolean'),
      ...(kind === 'error' ? { type: textOf(exception, 'type') } : {}),
      ...(typeof duration === 'number' ? { duration: { us: Math.round(duration * 1000) } } : {}),
    },
    event: { outcome: textOf(value, 'outcome'), original: line },
    message: textOf(value, 'message') ?? textOf(log, 'message') ?? textOf(exception, 'message'),
    ...labelsOf([
      objectOf(metadata, 'labels'),
      objectOf(context, 'tags'),
      objectOf(value, 'tags'),
      objectOf(value, 'labels'),
    ]),
  };
  return { dataset, source: JSON.stringify(source) };
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

function idOf(value: JsonObject, key: string): JsonObject | undefined {
  const id = textOf(value, key);
  return id === undefined ? undefined : { id };
}

/** Returns the members of one type. */
function picked(
  value: JsonObject,
  keys: readonly string[],
  type: 'string' | 'boolean',
): Readonly<Record<string, JsonValue | undefined>> {
  const members = keys.map((key) => [key, valueOf(value, key)] as const);
  return Object.fromEntries(members.filter(([, member]) => typeof member === type));
}

/** The greatest value of a date, in milliseconds since the epoch. */
const last_ms = 8.64e15;

/** Returns the time of an event, which agents send in microseconds, or else the time of receipt. */
function timeOf(value: JsonObject, received_ms: number): string {
  const sent = valueOf(value, 'timestamp');
  const sent_ms = typeof sent === 'number' ? Math.floor(sent / 1000) : received_ms;
  return new Date(sent_ms >= 0 && sent_ms <= last_ms ? sent_ms : received_ms).toISOString();
}

/**
 * Returns the labels. Numeric ones are stored separately: a label may be a number in one event and a string in another.
 */
function labelsOf(all: readonly JsonObject[]): JsonObject {
  const labels = new Map<string, string>();
  const numericLabels = new Map<string, number>();
  for (const [key, value] of all.flatMap((one) => Object.entries(one))) {
    const name = key.replaceAll(/[.*"]/g, '_') || '_';
    if (typeof value === 'number' || typeof value === 'bigint') {
      numericLabels.set(name, Number(value));
    } else if (typeof value === 'string' || typeof value === 'boolean') {
      labels.set(name, String(value));
    }
  }
  return {
    labels: Object.fromEntries(labels),
    numeric_labels: Object.fromEntries(numericLabels),
  };
}
