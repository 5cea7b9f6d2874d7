import { isString } from '../../column-type.ts';
import type { Expression } from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import type { Extraction } from '../../patterns/extraction.ts';
import { PatternProblem } from '../../patterns/extraction.ts';
import { compileDissect } from '../../patterns/dissect.ts';
import { compileGrok } from '../../patterns/grok.ts';
import type { CommandTree } from '../../syntax.ts';
import { resolveExpression } from '../resolve-expression.ts';
import type { Analysis, Relation } from '../scope.ts';
import { noting, scopeOf, withColumns } from '../scope.ts';

/** The syntax tree of DISSECT and GROK. */
export type ExtractTree = Extract<CommandTree, { readonly kind: 'dissect' | 'grok' }>;

/** DISSECT and GROK: appends columns with parts of a text, which replace columns of the same names. */
export function extractColumns(
  relation: Relation,
  tree: ExtractTree,
  analysis: Analysis,
): Relation {
  const { node, columns } = relation;
  const extraction = compile(tree, analysis);
  const value = resolveExpression(tree.value, scopeOf(relation, analysis));
  if (value !== undefined) noting(analysis, () => checkText(tree, value));
  if (extraction === undefined) return relation;
  const first = node.output.length;
  const added = extraction.columns.map((column, nth) => ({ ...column, at: first + nth }));
  const shown = withColumns(columns, added);
  if (value === undefined) return { node, columns: shown };
  const output = [...node.output, ...extraction.columns];
  const { extract } = extraction;
  return {
    node: { kind: 'extract', input: node, value, place: tree.place, extract, output },
    columns: shown,
  };
}

/** Compiles the pattern; the problem of an invalid one is recorded, and the result is undefined. */
function compile(tree: ExtractTree, { problems }: Analysis): Extraction | undefined {
  try {
    return tree.kind === 'dissect'
      ? compileDissect(tree.pattern, tree.append_separator)
      : compileGrok(tree.pattern);
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    problems.push(new QueryProblem(tree.place, error.message));
    return undefined;
  }
}

function checkText({ kind }: ExtractTree, { type, place }: Expression): void {
  if (isString(type) || type === 'null') return;
  const command = kind === 'dissect' ? 'Dissect' : 'Grok';
  throw new QueryProblem(
    place,
    `${command} only supports KEYWORD or TEXT values, found expression [${place.text}] type [${type.toUpperCase()}]`,
  );
}
