import { DecodeError } from './formats.ts';
import type { TextLayout } from './delimited.ts';
import { type Table, textTable } from './table.ts';

const ruleLine = /^[\s\-+=|:─━═┼│┃├┤┌┐└┘┬┴╞╡╪]+$/;
const bar = /[|│┃]/g;
/** Minimum width of a gap between columns; a single space can be part of a cell. */
const minGap = 2;

/**
 * Reads a plain text table. Ignores rules and blank lines. Cells are separated by bars or, if there are no bars, by
 * gaps that are blank in all lines. Throws DecodeError if the columns are not aligned.
 */
export function readTxt(text: string, { hasNames }: TextLayout): Table {
  const allLines = linesOf(text);
  const rule = allLines.find((line) => ruleLine.test(line));
  const lines = allLines.filter((line) => !ruleLine.test(line));
  const bars = lines.map(barsOf);
  const hasBars = bars.some((places) => places.length > 0);
  const cuts = hasBars ? commonBars(bars) : gapsOf(rule === undefined ? lines : [rule, ...lines]);
  return textTable(
    lines.map((line) => cellsBetween(line, cuts)),
    hasNames,
  );
}

/** Reads a Markdown table, whose first row contains the names. Throws DecodeError if the text is not such a table. */
export function readMd(text: string): Table {
  const [header = '', rule = '', ...rows] = linesOf(text);
  if (!/^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(rule) || !rule.includes('-')) {
    throw new DecodeError(
      `there is no line of dashes below the column names: ${rule.slice(0, 80)}`,
    );
  }
  const [names = [], dashes = []] = [header, rule].map(markdownCells);
  if (names.length !== dashes.length) {
    throw new DecodeError(`there are ${names.length} names, but ${dashes.length} groups of dashes`);
  }
  return textTable([names, ...rows.map((row) => rowCells(row, names.length))], true);
}

/** The lines of a text that are not blank, with any line endings. */
function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
}

function barsOf(line: string): readonly number[] {
  return [...line.matchAll(bar)].map((match) => match.index);
}

function commonBars(bars: readonly (readonly number[])[]): readonly (readonly [number, number])[] {
  const [first = []] = bars;
  const other = bars.findIndex((places) => places.join() !== first.join());
  if (other >= 0) {
    throw new DecodeError(`the columns of line ${other + 1} are not aligned with those above`);
  }
  return first.map((place) => [place, place + 1]);
}

/** The start and end of each gap: at least `minGap` positions that are blank in all lines. */
function gapsOf(lines: readonly string[]): readonly (readonly [number, number])[] {
  const width = Math.max(0, ...lines.map((line) => line.trimEnd().length));
  const blank = Array.from({ length: width }, (_, at) =>
    lines.every((line) => (line[at] ?? ' ') === ' ') ? ' ' : 'x',
  ).join('');
  return [...blank.matchAll(/ +/g)]
    .filter((match) => match.index > 0 && match[0].length >= minGap)
    .map((match) => [match.index, match.index + match[0].length]);
}

/** The trimmed texts between the cuts. There is no cell before a cut at the start or after a cut at the end. */
function cellsBetween(
  line: string,
  cuts: readonly (readonly [number, number])[],
): readonly string[] {
  const starts = [0, ...cuts.map(([, end]) => end)];
  const ends = [...cuts.map(([start]) => start), undefined];
  const cells = starts.map((start, at) => line.slice(start, ends[at]).trim());
  const outer = (at: number): boolean => cells[at] === '' && cuts.length > 0;
  const opens = cuts[0]?.[0] === 0 && outer(0);
  const closes = line.trimEnd().length === (cuts.at(-1)?.[1] ?? -1) && outer(cells.length - 1);
  return cells.slice(opens ? 1 : 0, opens && closes ? -1 : undefined);
}

/** The cells of a Markdown row. Where no pipes stand around rows, one beside an empty cell is no outer one. */
function rowCells(line: string, count: number): readonly string[] {
  const cells = markdownCells(line);
  const inner = splitAtPipes(line);
  return cells.length < count && inner.length === count ? inner : cells;
}

/** The cells of a line between pipes, which may stand around the line, too. */
function markdownCells(line: string): readonly string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return splitAtPipes(inner);
}

/** Splits a text at pipes that are not escaped by a backslash. */
function splitAtPipes(text: string): readonly string[] {
  return text.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
