import type { CommandTree, ExpressionTree, NamePattern, QueryTree } from '../plan/syntax.ts';

/** Returns a query tree as short text, for tests: calls as `(name operand …)`, literals as `type:value`. */
export function treeText(tree: QueryTree): string {
  return tree.map(commandText).join(' | ');
}

/** The text of each kind of command. */
const texts: { readonly [K in CommandTree['kind']]: (command: Of<K>) => string } = {
  from: ({ target, metadata }) => ['from', `<${target}>`, ...metadataText(metadata)].join(' '),
  row: ({ values }) => `row ${values.map(namedText).join(', ')}`,
  show: () => 'show',
  where: ({ condition }) => `where ${expressionText(condition)}`,
  eval: ({ values }) => `eval ${values.map(namedText).join(', ')}`,
  stats: statsText,
  sort: ({ keys }) => `sort ${keys.map(sortText).join(', ')}`,
  limit: ({ count }) => `limit ${count}`,
  keep: ({ names }) => `keep ${names.map(patternText).join(' ')}`,
  drop: ({ names }) => `drop ${names.map(patternText).join(' ')}`,
  rename: ({ renames }) =>
    `rename ${renames.map(({ from, to }) => `<${from.name}> <${to.name}>`).join(', ')}`,
  dissect: ({ value, pattern, append_separator }) =>
    `dissect ${expressionText(value)} <${pattern}> <${append_separator}>`,
  grok: ({ value, pattern }) => `grok ${expressionText(value)} <${pattern}>`,
  expand: ({ column }) => `expand <${column.name}>`,
};

type Of<K extends CommandTree['kind']> = Extract<CommandTree, { readonly kind: K }>;

function commandText(command: CommandTree): string {
  const text = texts[command.kind] as (command: CommandTree) => string;
  return text(command);
}

function metadataText(metadata: Of<'from'>['metadata']): readonly string[] {
  return metadata.length === 0 ? [] : ['metadata', ...metadata.map(({ name }) => name)];
}

function patternText({ pattern, literal }: NamePattern): string {
  return `<${pattern}>${literal ? '' : '*'}`;
}

function statsText({ aggregates, by }: Of<'stats'>): string {
  const figures = aggregates.map((tree) => {
    const where = tree.where === undefined ? '' : ` where ${expressionText(tree.where)}`;
    return `${namedText(tree)}${where}`;
  });
  const keys = by.length === 0 ? '' : ` by ${by.map(namedText).join(', ')}`;
  return `stats ${figures.join(', ')}${keys}`;
}

function sortText(key: Of<'sort'>['keys'][number]): string {
  const order = key.descending ? 'desc' : 'asc';
  return `${expressionText(key.value)} ${order} ${key.nullsFirst ? 'first' : 'last'}`;
}

function namedText({ name, value }: { name: string; value: ExpressionTree }): string {
  return `<${name}>=${expressionText(value)}`;
}

/** Returns an expression as short text. */
function expressionText(tree: ExpressionTree): string {
  switch (tree.kind) {
    case 'literal': {
      const values = tree.values.map(String);
      const list = values.length === 1 ? values.join('') : `[${values.join(' ')}]`;
      const { months = 0, days = 0, ms = 0 } = tree.span ?? {};
      return tree.span === undefined ? `${tree.type}:${list}` : `span:${months}/${days}/${ms}`;
    }
    case 'name':
      return `<${tree.name}>`;
    case 'star':
      return '*';
    case 'call':
      return `(${[tree.name, ...tree.operands.map(expressionText)].join(' ')})`;
    default:
      return tree satisfies never;
  }
}
