import { isDeepStrictEqual } from 'node:util';
import { writeJson } from '../../base/body.ts';
import { type Occurrence, removed } from '../../description/json-places.ts';
import type { Format } from '../../decode/formats.ts';

/** Replaces a value by a wrong one; returns the value itself if the operator does not apply to it. */
export type ValueOperator = (occurrence: Occurrence) => unknown;

const day_ms = 86_400_000;
const isoDate = /^(?<clock>\d{4}-\d{2}-\d{2}(?:T[\d:.]+)?)(?<zone>Z|[+-]\d{2}:\d{2})?$/;
const amount = /^(\d+)([a-z]+)$/;

/** Operators that replace one value, whatever the answers before it were. */
export const valueOperators: Readonly<Record<string, ValueOperator>> = {
  missing: ({ isMember, value }) => (isMember ? removed : value),
  null: () => null,
  'other-type': ({ value }) => ofOtherType(value),
  'other-value': (occurrence) => otherValue(occurrence),
  emptied: ({ value }) => emptied(value),
  'one-short': ({ value }) =>
    Array.isArray(value) && value.length > 1 ? value.slice(0, -1) : value,
  repeated: ({ value }) =>
    Array.isArray(value) && value.length > 0 ? [...value, value.at(-1) as unknown] : value,
  reversed: ({ value }) => reversed(value),
};

/** Operators for what a client asks for; `ignored` removes it, which makes the server use its default. */
export const requestOperators: Readonly<Record<string, ValueOperator>> = {
  ignored: ({ isMember, value }) => (isMember ? removed : value),
  'plus-one': ({ value }) => shifted(value, 1),
  'minus-one': ({ value }) => shifted(value, -1),
  'ten-times': ({ value }) => scaled(value, 10),
  'a-tenth': ({ value }) => scaled(value, 0.1),
  'other-choice': ({ value, allowed }) => otherChoice(value, allowed),
  emptied: ({ value }) => (Array.isArray(value) ? emptied(value) : value),
  'first-only': ({ value }) =>
    Array.isArray(value) && value.length > 1 ? value.slice(0, 1) : value,
  'last-only': ({ value }) => (Array.isArray(value) && value.length > 1 ? value.slice(-1) : value),
  reversed: ({ value }) => reversed(value),
};

function ofOtherType(value: unknown): unknown {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return {};
  if (typeof value === 'object' && value !== null) return [];
  return value === null ? value : writeJson(value);
}

function otherValue({ value, allowed }: Occurrence): unknown {
  const choice = otherChoice(value, allowed);
  if (choice !== value) return choice;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value !== 'string') return value;
  const { clock, zone = '' } = isoDate.exec(value)?.groups ?? {};
  if (clock === undefined) return `${value}x`;
  const moved = new Date(Date.parse(clock.includes('T') ? `${clock}Z` : clock) + day_ms);
  return `${moved.toISOString().slice(0, clock.length)}${zone}`;
}

function otherChoice(value: unknown, allowed: readonly unknown[]): unknown {
  if (typeof value === 'boolean') return !value;
  if (!allowed.includes(value)) return value;
  return allowed.find((one) => one !== value && typeof one === typeof value) ?? value;
}

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [] : value;
  const isObject = typeof value === 'object' && value !== null;
  return isObject && Object.keys(value).length > 0 ? {} : value;
}

function reversed(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const turned = value.toReversed() as unknown[];
  return isDeepStrictEqual(turned, value) ? value : turned;
}

function shifted(value: unknown, by: number): unknown {
  if (typeof value === 'number') return value + by;
  return typeof value === 'string' && /^\d+$/.test(value) ? String(Number(value) + by) : value;
}

/** Makes a time span or a size ten times longer or shorter; other numbers are left alone. */
function scaled(value: unknown, by: number): unknown {
  const match = typeof value === 'string' ? amount.exec(value) : null;
  if (match === null) return value;
  const [, digits = '', unit = ''] = match;
  const result = Number(digits) * by;
  if (Number.isInteger(result)) return `${result}${unit}`;
  const smaller = smallerUnits[unit];
  return smaller === undefined ? value : `${Math.round(result * smaller.factor)}${smaller.unit}`;
}

const smallerUnits: Readonly<Record<string, { readonly unit: string; readonly factor: number }>> = {
  d: { unit: 'h', factor: 24 },
  h: { unit: 'm', factor: 60 },
  m: { unit: 's', factor: 60 },
  s: { unit: 'ms', factor: 1000 },
  gb: { unit: 'mb', factor: 1024 },
  mb: { unit: 'kb', factor: 1024 },
  kb: { unit: 'b', factor: 1024 },
};

/** What the earlier exchanges of a scenario contained, by operation and place. */
export interface ScenarioMemory {
  /** Stores the values of a place, and returns those of the previous exchange. */
  swap(key: string, values: readonly unknown[]): readonly unknown[] | undefined;
  /** Notes values that mutations may put into the answers of other scenarios. */
  note(key: string, values: readonly unknown[]): void;
}

/** The formats that write a table as text. */
export const textFormats = ['csv', 'tsv', 'txt', 'md'] as const;

/** The name of a text format. */
export type TextFormat = (typeof textFormats)[number];

/** True for a format that writes a table as text. */
export function isTextFormat(format: Format | undefined): format is TextFormat {
  return textFormats.some((one) => one === format);
}

/** Operators that garble the cells or the lines of a text; one that does not apply returns it unchanged. */
export const textOperators: Readonly<Record<string, (text: string) => string>> = {
  'fractions-cut': (text) => text.replace(/(\d)\.\d+(?=\D|$)/g, '$1'),
  'booleans-swapped': (text) =>
    text.replace(/\b(?:true|false)\b/g, (word) => (word === 'true' ? 'false' : 'true')),
  'letters-lost': (text) => text.replace(/[^\p{ASCII}]/gu, '?'),
  'wrong-encoding': (text) => Buffer.from(text, 'utf8').toString('latin1'),
  'dates-zeroed': (text) => text.replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '1970-01-01T00:00:00.000Z'),
  'offsets-lost': (text) => text.replace(/(T[\d:.]+)[+-]\d{2}:\d{2}/g, '$1Z'),
  'numbers-shifted': (text) =>
    text.replace(
      /(^|[\s,|;])(\d+)(?=$|[\s,|;])/gm,
      (_, before: string, digits: string) => `${before}${Number(digits) + 1}`,
    ),
  'quotes-lost': (text) => text.replaceAll('"', ''),
  'escapes-lost': (text) => text.replaceAll('\\', ''),
  'last-line-lost': (text) => ofLines(text, (lines) => lines.slice(0, -1)),
  'first-line-lost': (text) => ofLines(text, (lines) => lines.slice(1)),
  'last-line-repeated': (text) => ofLines(text, (lines) => [...lines, ...lines.slice(-1)]),
  'lines-reversed': (text) => ofLines(text, (lines) => lines.toReversed()),
  emptied: () => '',
};

function ofLines(text: string, edit: (lines: readonly string[]) => readonly string[]): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(end);
  const closed = lines.at(-1) === '';
  const edited = edit(closed ? lines.slice(0, -1) : lines);
  return edited
    .map((line, at) => (closed || at < edited.length - 1 ? `${line}${end}` : line))
    .join('');
}
