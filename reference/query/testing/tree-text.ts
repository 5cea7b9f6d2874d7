import type { CommandTree, ExpressionTree, QueryTree } from '../../plan/syntax.ts';

/** Writes a query tree in short, for tests: calls as `(name operand …)`, literals as `type:value`. */
export function treeText(tree: QueryTree): string {
  return tree.map(commandText).join(' | ');
}

function commandText(command: CommandTree): string {
  const { kind } = command;
  switch (kind) {
    case 'from': {
      const metadata = command.metadata.map(({ name }) => name);
      return `from <${command.target}>${metadata.length === 0 ? '' : ` metadata ${metadata.join(' ')}`}`;
    }
    case 'row':
    case 'eval':
      return `${kind} ${command.values.map(namedText).join(', ')}`;
    case 'where':
      return `where ${expressionText(command.condition)}`;
    case 'stats':
      return statsText(command);
    case 'sort':
      return `sort ${command.keys.map(sortText).join(', ')}`;
    case 'keep':
    case 'drop':
      return `${kind} ${command.names.map(({ pattern, literal }) => `<${pattern}>${literal ? '' : '*'}`).join(' ')}`;
    default:
      return otherText(command);
  }
}

function otherText(command: CommandTree): string {
  switch (command.kind) {
    case 'limit':
      return `limit ${command.count}`;
    case 'rename':
      return `rename ${command.renames.map(({ from, to }) => `<${from.name}> <${to.name}>`).join(', ')}`;
    case 'dissect':
      return `dissect ${expressionText(command.value)} <${command.pattern}> <${command.append_separator}>`;
    case 'grok':
      return `grok ${expressionText(command.value)} <${command.pattern}>`;
    case 'expand':
      return `expand <${command.column.name}>`;
    default:
      return command.kind;
  }
}

function statsText({ aggregates, by, inline }: Extract<CommandTree, { kind: 'stats' }>): string {
  const figures = aggregates.map((tree) => {
    const where = tree.where === undefined ? '' : ` where ${expressionText(tree.where)}`;
    return `${namedText(tree)}${where}`;
  });
  const keys = by.length === 0 ? '' : ` by ${by.map(namedText).join(', ')}`;
  return `${inline ? 'inlinestats' : 'stats'} ${figures.join(', ')}${keys}`;
}

function sortText(key: Extract<CommandTree, { kind: 'sort' }>['keys'][number]): string {
  const order = key.descending ? 'desc' : 'asc';
  return `${expressionText(key.value)} ${order} ${key.nulls_first ? 'first' : 'last'}`;
}

function namedText({ name, value }: { name: string; value: ExpressionTree }): string {
  return `<${name}>=${expressionText(value)}`;
}

/** Writes an expression in short. */
export function expressionText(tree: ExpressionTree): string {
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
