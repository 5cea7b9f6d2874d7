/** The rule for a member of an event. */
export interface MemberRule {
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'object' | 'list' | 'labels' | 'any';
  readonly required?: boolean;
  /** Minimum of a number. */
  readonly least?: number;
  /** The allowed values of a string. */
  readonly among?: readonly string[];
  /** The pattern that a string must match. */
  readonly pattern?: RegExp;
  /** The rule for an object. */
  readonly event?: EventRule;
  /** The rule for every member of an object. */
  readonly each?: MemberRule;
}

/** The rule for an object. Members without a rule may have any value. */
export interface EventRule {
  readonly members: Readonly<Record<string, MemberRule>>;
  /** At least one of these members is required. */
  readonly oneOf?: readonly string[];
  /** The first of each pair requires the second. */
  readonly together?: readonly (readonly [string, string])[];
}

const text: MemberRule = { kind: 'text' };
const id: MemberRule = { kind: 'text', required: true };
const list: MemberRule = { kind: 'list' };
const flag: MemberRule = { kind: 'boolean' };
const timestamp: MemberRule = { kind: 'integer', least: 0 };
const duration: MemberRule = { kind: 'number', required: true, least: 0 };
const outcome: MemberRule = { kind: 'text', among: ['success', 'failure', 'unknown'] };

function object(event: EventRule, required = false): MemberRule {
  return { kind: 'object', event, required };
}

const named = object({ members: { name: id, version: text } });
const versioned = object({ members: { name: id, version: id } });
const context = object({ members: { tags: { kind: 'labels' }, custom: object({ members: {} }) } });

/** The rule for the first line of a stream. */
export const metadataRule: EventRule = {
  members: {
    service: object(
      {
        members: {
          name: { kind: 'text', required: true, pattern: /^[a-zA-Z0-9 _-]+$/ },
          environment: text,
          version: text,
          agent: object({ members: { name: id, version: id } }, true),
          language: named,
          framework: named,
          runtime: versioned,
        },
      },
      true,
    ),
    labels: { kind: 'labels' },
    process: object({ members: { pid: { kind: 'integer', required: true }, title: text } }),
    cloud: object({ members: { provider: id } }),
    system: object({ members: {} }),
    user: object({ members: {} }),
  },
};

const stacked = { stacktrace: list };
const sample = object({
  members: { value: { kind: 'number' }, values: list, counts: list },
  oneOf: ['value', 'values'],
  together: [['values', 'counts']],
});

/** The rule for each kind of event. */
export const eventRules = {
  transaction: {
    members: {
      id,
      trace_id: id,
      type: id,
      duration,
      span_count: object(
        {
          members: {
            started: { kind: 'integer', required: true, least: 0 },
            dropped: { kind: 'integer', least: 0 },
          },
        },
        true,
      ),
      parent_id: text,
      name: text,
      result: text,
      outcome,
      timestamp,
      sampled: flag,
      sample_rate: { kind: 'number', least: 0 },
      context,
    },
  },
  span: {
    members: {
      id,
      trace_id: id,
      parent_id: id,
      name: id,
      type: id,
      duration,
      transaction_id: text,
      subtype: text,
      action: text,
      outcome,
      timestamp,
      start: { kind: 'number' },
      sync: flag,
      context,
      ...stacked,
    },
    oneOf: ['start', 'timestamp'],
  },
  error: {
    members: {
      id,
      trace_id: text,
      transaction_id: text,
      parent_id: text,
      culprit: text,
      timestamp,
      exception: object({
        members: { message: text, type: text, handled: flag, ...stacked },
        oneOf: ['message', 'type'],
      }),
      log: object({ members: { message: id, level: text, logger_name: text, ...stacked } }),
      context,
    },
    oneOf: ['exception', 'log'],
    together: [
      ['transaction_id', 'trace_id'],
      ['parent_id', 'trace_id'],
      ['trace_id', 'parent_id'],
    ],
  },
  metricset: {
    members: {
      samples: { kind: 'object', required: true, each: sample },
      timestamp,
      tags: { kind: 'labels' },
      transaction: object({ members: { name: text, type: text } }),
      span: object({ members: { type: text, subtype: text } }),
    },
  },
  log: {
    members: {
      message: text,
      timestamp: { kind: 'any' },
      level: text,
      trace_id: text,
      transaction_id: text,
      labels: { kind: 'labels' },
    },
  },
} as const satisfies Readonly<Record<string, EventRule>>;

/** The name of a kind of event. */
export type EventKind = keyof typeof eventRules;

/** Returns whether a string is the name of a kind of event. */
export function isEventKind(name: string): name is EventKind {
  return Object.hasOwn(eventRules, name);
}
