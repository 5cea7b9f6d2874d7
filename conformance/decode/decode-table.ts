import { isObject, type Members } from '../base/body.ts';
import { isDeepStrictEqual } from 'node:util';
import { readArrow } from './arrow.ts';
import { DecodeError, type Format, sized, decoding } from './formats.ts';
import { readDocument, readOlderYaml } from './documents.ts';
import { type Column, numberedColumns, type Table, textTable } from './table.ts';
import { csv } from '../base/libraries.ts';

/** The properties of a request that determine how the table in its response is read. */
export interface TableLayout extends TextLayout {
  /** True if the lists of values are columns, not rows. */
  readonly isColumnar: boolean;
  /** The character set of a text that is not in UTF-8. */
  readonly charset?: string;
}

const readers: Readonly<Record<Format, (bytes: Uint8Array, layout: TableLayout) => Table>> = {
  json: (bytes, layout) => tableIn(readDocument('json', bytes), layout),
  yaml: readYaml,
  cbor: (bytes, layout) => tableIn(readDocument('cbor', bytes), layout),
  smile: (bytes, layout) => tableIn(readDocument('smile', bytes), layout),
  csv: (bytes, layout) => readCsv(textOf(bytes, layout), layout),
  tsv: (bytes, layout) => readTsv(textOf(bytes, layout), layout),
  txt: (bytes, layout) => readTxt(textOf(bytes, layout), layout),
  md: (bytes, layout) => readMd(textOf(bytes, layout)),
  arrow: (bytes) => readArrow(bytes),
};

/** Reads a table in one of the nine formats. Throws DecodeError if the bytes do not have this format. */
export function decodeTable(format: Format, bytes: Uint8Array, layout: TableLayout): Table {
  return readers[format](format === 'json' ? bytes : sized(bytes), layout);
}

/** Reads a table in YAML 1.2, or in 1.1; the name of the version is not in the text of the interface. */
function readYaml(bytes: Uint8Array, layout: TableLayout): Table {
  const newer = attempt(() => tableIn(readDocument('yaml', bytes), layout));
  const older = attempt(() => tableIn(readOlderYaml(bytes), layout));
  if (newer instanceof DecodeError) {
    if (older instanceof DecodeError) throw newer;
    return older;
  }
  const isSame = older instanceof DecodeError || isDeepStrictEqual(newer, older);
  return isSame ? newer : { ...newer, otherwise: older };
}

function attempt(read: () => Table): Table | DecodeError {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
}

/** Reads the table in a document from `columns`, and `values` or `rows`. Throws DecodeError if there is none. */
function tableIn(document: unknown, layout: Pick<TableLayout, 'isColumnar'>): Table {
  const { columns, values, rows } = membersOf(document);
  const lists = listsIn(values ?? rows);
  const named = columns === undefined ? undefined : columnsIn(columns);
  const tableRows = layout.isColumnar ? transposed(lists, named?.length) : lists;
  const tableColumns = named ?? numberedColumns(tableRows[0]?.length ?? 0);
  const wrong = tableRows.findIndex((row) => row.length !== tableColumns.length);
  if (wrong >= 0) {
    const got = tableRows[wrong]?.length;
    throw new DecodeError(`row ${wrong + 1} has ${got} values for ${tableColumns.length} columns`);
  }
  return { columns: tableColumns, rows: tableRows, isText: false };
}

function membersOf(document: unknown): Members {
  if (isObject(document)) return document;
  throw new DecodeError('the document is not an object with columns and values');
}

function listsIn(values: unknown): readonly (readonly unknown[])[] {
  const isTable = Array.isArray(values) && values.every((list) => Array.isArray(list));
  if (isTable) return values as readonly (readonly unknown[])[];
  throw new DecodeError('values is not a list of lists');
}

function columnsIn(columns: unknown): readonly Column[] {
  if (!Array.isArray(columns)) throw new DecodeError('columns is not a list');
  return columns.map((column: unknown, at) => {
    const { name, type } = membersOf(column);
    if (typeof name !== 'string') throw new DecodeError(`column ${at + 1} has no name`);
    return typeof type === 'string' ? { name, type } : { name };
  });
}

/**
 * Converts columns to rows. Throws DecodeError unless there is one list per column, all of the same length; a result
 * without rows may have no lists.
 */
function transposed(
  lists: readonly (readonly unknown[])[],
  count = lists.length,
): readonly (readonly unknown[])[] {
  if (lists.length === 0) return [];
  const length = lists[0]?.length ?? 0;
  if (lists.length !== count || lists.some((list) => list.length !== length)) {
    const sizes = lists.map((list) => list.length).join(', ');
    throw new DecodeError(`the lists of ${count} columns have these lengths: ${sizes}`);
  }
  return Array.from({ length }, (_, row) => lists.map((list) => list[row]));
}

function textOf(bytes: Uint8Array, { charset = 'utf-8' }: Pick<TableLayout, 'charset'>): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new DecodeError(`the text is not in the character set ${charset}`);
  }
}

export const ruleLine = /^[\s\-+=|:─━═┼│┃├┤┌┐└┘┬┴╞╡╪]+$/;
const bar = /[|│┃]/;
/** Minimum width of a gap between columns; a single space can be part of a cell. */
const minGap = 2;

const wide =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{1f000}-\u{3ffff}]/u;

/** The places of a line as servers count them: UTF-16 units, characters, columns of a terminal, bytes. */
const measures: readonly ((line: string) => readonly string[])[] = [
  (line) => line.split(''),
  (line) => Array.from(line),
  (line) =>
    (line.match(/\P{M}\p{M}*/gu) ?? []).flatMap((text) => (wide.test(text) ? [text, ''] : text)),
  (line) =>
    Array.from(line).flatMap((text) => [
      text,
      ...Array<string>(Buffer.byteLength(text) - 1).fill(''),
    ]),
];

/**
 * Reads a plain text table. Ignores rules and blank lines. Cells are separated by bars or, if there are no bars, by
 * gaps that are blank in all lines. Throws DecodeError if the columns are aligned by no measure.
 */
export function readTxt(text: string, { hasNames }: TextLayout): Table {
  const lines = linesOf(text);
  // All measures of ASCII are one.
  const own = /^\p{ASCII}*$/u.test(text) ? measures.slice(0, 1) : measures;
  const tables = own.map((measure) => attempt(() => alignedTable(lines, hasNames, measure)));
  const read = tables.flatMap((table) => (table instanceof DecodeError ? [] : [table]));
  const [first] = read.toSorted((a, b) => b.columns.length - a.columns.length);
  if (first === undefined) throw tables[0];
  return first;
}

function alignedTable(
  allLines: readonly string[],
  hasNames: boolean | undefined,
  measure: (line: string) => readonly string[],
): Table {
  const rules = allLines
    .filter((line) => ruleLine.test(line))
    .slice(0, 1)
    .map((line) => line.split(''));
  const lines = allLines.filter((line) => !ruleLine.test(line)).map(measure);
  const bars = lines.map((line) => line.flatMap((text, at) => (bar.test(text) ? [at] : [])));
  const hasBars = bars.some((places) => places.length > 0);
  const cuts = hasBars ? commonBars(bars) : gapsOf([...rules, ...lines]);
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

function commonBars(bars: readonly (readonly number[])[]): readonly (readonly [number, number])[] {
  const [first = []] = bars;
  const other = bars.findIndex((places) => places.join() !== first.join());
  if (other >= 0) {
    throw new DecodeError(`the columns of line ${other + 1} are not aligned with those above`);
  }
  return first.map((place) => [place, place + 1]);
}

/** The number of places up to the last that is not blank. */
function lengthOf(line: readonly string[]): number {
  return line.findLastIndex((text) => text.trim() !== '') + 1;
}

/** The start and end of each gap: at least `minGap` positions that are blank in all lines. */
function gapsOf(lines: readonly (readonly string[])[]): readonly (readonly [number, number])[] {
  const width = Math.max(0, ...lines.map(lengthOf));
  const blank = Array.from({ length: width }, (_, at) =>
    lines.every((line) => (line[at] ?? ' ') === ' ') ? ' ' : 'x',
  ).join('');
  return [...blank.matchAll(/ +/g)]
    .filter((match) => match.index > 0 && match[0].length >= minGap)
    .map((match) => [match.index, match.index + match[0].length]);
}

/** The trimmed texts between the cuts. There is no cell before a cut at the start or after a cut at the end. */
function cellsBetween(
  line: readonly string[],
  cuts: readonly (readonly [number, number])[],
): readonly string[] {
  const starts = [0, ...cuts.map(([, end]) => end)];
  const ends = [...cuts.map(([start]) => start), undefined];
  const cells = starts.map((start, at) => line.slice(start, ends[at]).join('').trim());
  const outer = (at: number): boolean => cells[at] === '' && cuts.length > 0;
  const opens = cuts[0]?.[0] === 0 && outer(0);
  const closes = lengthOf(line) === (cuts.at(-1)?.[1] ?? -1) && outer(cells.length - 1);
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

/** The layout of a table in a text format. */
export interface TextLayout {
  /** True if the first line contains the names of the columns; undefined if this is not known. */
  readonly hasNames: boolean | undefined;
  /** The character between the cells of csv; a comma by default. */
  readonly delimiter?: string;
}

/** Reads csv with any line endings, and with quoted or unquoted cells. Throws DecodeError if the text is not csv. */
export function readCsv(text: string, layout: TextLayout): Table {
  const options = { delimiter: layout.delimiter ?? ',', quote: '"', relax_quotes: false };
  return textTable(recordsOf(text, options), layout.hasNames);
}

/** Reads tsv, with one tab between cells and no quoting. Throws DecodeError if the text is not tsv. */
export function readTsv(text: string, layout: TextLayout): Table {
  const options = { delimiter: '\t', quote: null, relax_quotes: true };
  return textTable(recordsOf(text, options), layout.hasNames);
}

function recordsOf(
  text: string,
  options: { delimiter: string; quote: string | null; relax_quotes: boolean },
): readonly (readonly string[])[] {
  const lineEnds = ['\r\n', '\n', '\r'];
  return decoding(() =>
    csv().parse(text, {
      ...options,
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      record_delimiter: lineEnds,
    }),
  );
}
