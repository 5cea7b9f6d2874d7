import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, parseJson } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import { problemOf } from './check-event.ts';
import type { EventKind } from './event-rules.ts';
import { eventRules, isEventKind, metadataRule } from './event-rules.ts';

/** One event of an agent, that is as its kind has to be. */
export interface AgentEvent {
  readonly kind: EventKind;
  readonly value: JsonObject;
  /** The line as it came. */
  readonly line: string;
}

/** A line that cannot be taken; says why. */
export class LineProblem extends Error {
  override readonly name = 'LineProblem';
}

/** Takes the first line of a stream; gives what it says of the agent. Throws a LineProblem where it is no metadata. */
export function readMetadata(line: string): JsonObject {
  const { name, value } = onlyMember(line);
  if (name !== 'metadata') throw new LineProblem("validation error: 'metadata' required");
  return checked(value, () => problemOf(asObject(value, name), metadataRule, name), name);
}

/** Takes another line; gives its event. Throws a LineProblem where it is none, or one of metadata. */
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
