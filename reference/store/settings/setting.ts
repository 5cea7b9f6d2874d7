import type { JsonValue, JsonObject } from '../../base/json.ts';
import { hasMoreMembers, isJsonObject } from '../../base/json.ts';
import { refuse } from '../../base/service-error.ts';
import { formatTime, parseTime } from '../../base/units.ts';

/** The values that a setting allows, and its default. */
export interface SettingRule {
  readonly kind: 'integer' | 'boolean' | 'time' | 'text';
  readonly otherwise: string;
  /** True if it can change after the index is created. */
  readonly dynamic: boolean;
  readonly min?: number;
  readonly max?: number;
}

/** Returns the rule of a setting that can change; `more` says what else holds. */
export function rule(
  kind: SettingRule['kind'],
  otherwise: string,
  more: Partial<SettingRule> = {},
): SettingRule {
  return { kind, otherwise, dynamic: true, ...more };
}

/** Returns the defaults of the settings that have rules and are not in `set`. */
export function defaultsBeside(
  rules: ReadonlyMap<string, SettingRule>,
  ...set: readonly ReadonlyMap<string, unknown>[]
): ReadonlyMap<string, string> {
  return new Map(
    [...rules]
      .filter(([name]) => !set.some((settings) => settings.has(name)))
      .map(([name, { otherwise }]) => [name, otherwise]),
  );
}

/** Checks the value of a setting by its rule; returns it as text. Throws illegal_argument_exception. */
export function readSetting(value: JsonValue, rule: SettingRule, name: string): string {
  if (typeof value === 'object')
    return refuse(`Failed to parse value for setting [${name}]: expected a single value`);
  const text = String(value);
  switch (rule.kind) {
    case 'integer':
      return readInteger(text, rule, name);
    case 'boolean':
      if (text === 'true' || text === 'false') return text;
      return refuse(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
    case 'time': {
      const time_ms = parseTime(text, name);
      if (rule.min !== undefined && time_ms < rule.min && time_ms !== -1) {
        refuse(
          `failed to parse value [${text}] for setting [${name}], must be >= [${formatTime(rule.min)}]`,
        );
      }
      return text;
    }
    case 'text':
      return text;
    default:
      return rule.kind satisfies never;
  }
}

function readInteger(text: string, rule: SettingRule, name: string): string {
  const number = Number(text);
  if (!/^-?\d{1,15}$/.test(text)) refuse(`Failed to parse value [${text}] for setting [${name}]`);
  if (rule.min !== undefined && number < rule.min) {
    refuse(`Failed to parse value [${text}] for setting [${name}] must be >= ${rule.min}`);
  }
  if (number > (rule.max ?? 2 ** 31 - 1)) {
    refuse(
      `Failed to parse value [${text}] for setting [${name}] must be <= ${rule.max ?? 2 ** 31 - 1}`,
    );
  }
  return String(number);
}

const maxDepth = 20;
const maxSettings = 10_000;

/** Flattens nested objects and dotted names to values by full name. Arrays are values. */
export function flatten(settings: JsonObject): ReadonlyMap<string, JsonValue> {
  const flat = new Map<string, JsonValue>();
  collect(settings, [], flat);
  return flat;
}

interface Tree extends Map<string, JsonValue | Tree> {}

/**
 * Converts values by dotted name to nested objects. A name keeps its dots from where another name before it, which has a
 * value, is a part of it.
 */
export function unflatten(flat: Iterable<readonly [name: string, value: JsonValue]>): JsonObject {
  const root: Tree = new Map();
  for (const [name, value] of flat) insert(root, name.split('.'), value);
  return toObject(root);
}

function insert(tree: Tree, path: readonly string[], value: JsonValue): void {
  const [first = '', ...rest] = path;
  const below = tree.get(first);
  if (rest.length === 0) tree.set(first, value);
  else if (below === undefined || below instanceof Map) {
    const child: Tree = below ?? new Map();
    tree.set(first, child);
    insert(child, rest, value);
  } else tree.set(path.join('.'), value);
}

function collect(
  settings: JsonObject,
  path: readonly string[],
  flat: Map<string, JsonValue>,
): void {
  if (hasMoreMembers(settings, maxSettings - flat.size)) {
    refuse(`there are more than ${maxSettings} settings`);
  }
  for (const [name, value] of Object.entries(settings)) {
    const inner = [...path, ...name.split('.', maxDepth + 2)];
    if (inner.length > maxDepth + 1) refuse(`settings nest deeper than ${maxDepth}`);
    if (isJsonObject(value)) collect(value, inner, flat);
    else flat.set(inner.join('.'), value);
  }
}

function toObject(tree: Tree): JsonObject {
  return Object.fromEntries(
    [...tree].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]),
  );
}
