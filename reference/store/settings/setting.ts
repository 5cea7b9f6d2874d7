import { formatTime, parseBytes, parseTime } from '../../base/units.ts';
import { refuse } from '../../base/service-error.ts';
import type { JsonValue } from '../../base/json.ts';

/** The values that a setting allows, and its default. */
export interface SettingRule {
  readonly kind: 'integer' | 'boolean' | 'time' | 'bytes' | 'text';
  readonly otherwise: string;
  /** True if it can change after the index is created. */
  readonly dynamic: boolean;
  readonly min?: number;
  readonly max?: number;
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
    case 'bytes':
      parseBytes(text, name);
      return text;
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
