import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, parseJson } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import { problemOf } from './check-event.ts';
import type { EventKind } from './event-rules.ts';
import { eventRules, isEventKind, metadataRule } from './event-rules.ts';

/** A valid event of an agent. */
export interface AgentEvent {
  readonly kind: EventKind;
  readonly value: JsonObject;
  /** The line as it was sent. */
  readonly line: string;
}

/** Thrown if a line is not accepted; the message contains the reason. */
export class LineProblem extends Error {
  override readonly name = 'LineProblem';
}

/** Returns the metadata on the first line of a stream. Throws a LineProblem if it is not valid. */
export function readMetadata(line: string): JsonObject {
  const { name, value } = onlyMember(line);
  if (name !== 'metadata') throw new LineProblem("validation error: 'metadata' required");
  return checked(value, () => problemOf(asObject(value, name), metadataRule, name), name);
}

/** Returns the event on a line. Throws a LineProblem if it is not a valid event. */
export function readEvent(line: string): AgentEvent {
  const { name, value } = onlyMember(line);
  if (!isEventKind(name)) {
    throw new LineProblem(`did not recognize object type: ${JSON.stringify(name.slice(0, 64))}`);
  }
  const problem = () => problemOf(asObject(value, name), eventRules[name], name);
  return { kind: name, value: checked(value, problem, name), line };
}

function checked(value: JsonValue, problem: () => string | undefined, name: string): JsonObject {
  const found = problem();
  if (found !== undefined) throw new LineProblem(`validation error: ${found}`);
  return asObject(value, name);
}

function asObject(value: JsonValue, name: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new LineProblem(`validation error: '${name}' has to be an object`);
}

function onlyMember(line: string): { readonly name: string; readonly value: JsonValue } {
  const content = parse(line);
  const [first, second] = isJsonObject(content) ? Object.entries(content) : [];
  if (first === undefined || second !== undefined) {
    throw new LineProblem('decode error: a line has to be an object of exactly one member');
  }
  return { name: first[0], value: first[1] };
}

function parse(line: string): JsonValue {
  try {
    return parseJson(line);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new LineProblem(`decode error: ${error.reason}`);
  }
}
