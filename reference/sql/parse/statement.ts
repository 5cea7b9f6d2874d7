import type { ExpressionTree, SourceLocation } from '../../plan/syntax.ts';

/** An entry of the SELECT list: all columns, or a value with or without a name. */
export type SelectItem =
  | { readonly kind: 'star'; readonly place: SourceLocation }
  | {
      readonly kind: 'value';
      readonly value: ExpressionTree;
      readonly alias: string | undefined;
      readonly place: SourceLocation;
    };

/** One key of ORDER BY. */
export interface OrderItem {
  readonly value: ExpressionTree;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
  readonly place: SourceLocation;
}

/** The table after FROM: names and patterns of indices, separated by commas. */
export interface TableReference {
  readonly target: string;
  /** Names that may qualify a column name: that of the table, and its alias. */
  readonly qualifiers: readonly string[];
  readonly place: SourceLocation;
}

/** The syntax tree of SELECT. */
export interface SelectStatement {
  readonly kind: 'select';
  readonly place: SourceLocation;
  readonly distinct: boolean;
  readonly items: readonly SelectItem[];
  readonly table: TableReference | undefined;
  readonly where: ExpressionTree | undefined;
  /** Undefined if there is no GROUP BY. */
  readonly group: readonly ExpressionTree[] | undefined;
  readonly having: ExpressionTree | undefined;
  readonly order: readonly OrderItem[];
  /** Undefined: all rows. */
  readonly limit: number | undefined;
}

/** SHOW TABLES: the indices and aliases whose names match a pattern. */
export interface ShowTablesStatement {
  readonly kind: 'show_tables';
  /** `*` matches any characters. */
  readonly pattern: string;
}

/** DESCRIBE and SHOW COLUMNS: the columns of a table. */
export interface DescribeStatement {
  readonly kind: 'describe';
  readonly table: TableReference;
}

/** The syntax tree of a statement. */
export type Statement = SelectStatement | ShowTablesStatement | DescribeStatement;
