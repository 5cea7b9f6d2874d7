import { systemEnvironment } from '../base/environment.ts';
import type { JsonObject } from '../base/json.ts';
import type { Scalar } from '../plan/cells.ts';
import type { ColumnType } from '../plan/column-type.ts';
import type { ColumnExpression, ConstantExpression } from '../plan/expression.ts';
import type { Catalog } from '../store/catalog.ts';
import { MemoryCatalog } from '../store/catalog.ts';
import type { Index } from '../store/index-service.ts';

/** A source location for tests that do not check it. */
export const somewhere = { line: 1, column: 1, text: 'x' };

/** Returns the expression for a column. */
export function column(at: number, type: ColumnType): ColumnExpression {
  return { kind: 'column', at, type, place: somewhere };
}

/** Returns a constant; several values make a multi-value, none make null. */
export function constant(type: ColumnType, ...values: readonly Scalar[]): ConstantExpression {
  return { kind: 'constant', type, values, place: somewhere };
}

/** Returns the start of a query whose columns `a`, `b` … hold each combination of the numbers below a size. */
export function combinations(names: string, size: number): string {
  const list = `[${Array.from({ length: size }, (_, at) => at).join()}]`;
  const columns = names.split('');
  const row = columns.map((name) => `${name} = ${list}`).join();
  return `ROW ${row}${columns.map((name) => ` | MV_EXPAND ${name}`).join('')}`;
}

/** Writes documents to an index, in a segment of their own. */
function write(index: Index, documents: Readonly<Record<string, JsonObject>>): void {
  for (const [id, source] of Object.entries(documents)) {
    index.index({ id, source: JSON.stringify(source) });
  }
  index.refresh();
}

/**
 * Returns a catalog with two indices. `books` has two segments with multi-values, nulls, an alias, a deleted document and
 * fields without columns; in `others`, `n` has another type.
 */
export function bookCatalog(): Catalog {
  const catalog = new MemoryCatalog(systemEnvironment());
  const create = (name: string, properties: JsonObject): Index =>
    catalog.create(name, { settings: { number_of_shards: 1 }, mappings: { properties } });
  const books = create('books', {
    n: { type: 'long' },
    k: { type: 'keyword' },
    t: { type: 'text', fields: { raw: { type: 'keyword' } } },
    plain: { type: 'integer', doc_values: false },
    o: { properties: { at: { type: 'date' } } },
    also: { type: 'alias', path: 'k' },
    hidden: { type: 'nested', properties: { x: { type: 'long' } } },
    span: { type: 'long_range' },
  });
  write(books, {
    1: { n: 1, k: 'a', t: 'One text', plain: 7, o: { at: 1000 } },
    2: { n: [5, 3], k: ['b', 'a'], t: ['x', 'y'] },
  });
  write(books, {
    3: { k: 'b', n: null },
    4: { n: 4, k: '\ud83d\ude00', plain: '8' },
    5: { n: 2, k: '\uffee' },
    6: { n: 9, k: 'gone' },
  });
  books.delete({ id: '6' });
  books.refresh();
  const others = create('others', {
    n: { type: 'keyword' },
    own: { type: 'ip' },
    plain: { type: 'short' },
  });
  write(others, { 9: { n: 'text', own: '10.0.0.1', plain: 1 } });
  return catalog;
}
