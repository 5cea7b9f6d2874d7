import type { Format } from '../../decode/formats.ts';

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
