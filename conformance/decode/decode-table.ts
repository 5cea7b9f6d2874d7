import { isDeepStrictEqual } from 'node:util';
import { readArrow } from './arrow.ts';
import { DecodeError, type Format } from './formats.ts';
import { readCsv, readTsv, type TextLayout } from './delimited.ts';
import { readDocument, readOlderYaml } from './documents.ts';
import { readMd, readTxt } from './drawn.ts';
import { type Column, numberedColumns, type Table } from './table.ts';

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
  return readers[format](bytes, layout);
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

function membersOf(document: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
  if (isObject) return document as Readonly<Record<string, unknown>>;
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
