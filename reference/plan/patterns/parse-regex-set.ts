import { defined } from '../../base/assert.ts';
import type { Work } from '../../base/work.ts';
import { PatternProblem } from './extraction.ts';
import type { RegexReader } from './regex-reader.ts';
import type { CodeRange, RegexTree } from './regex-tree.ts';
import { escapedCharacters, escapedSets, namedSets, withBothCases } from './regex-tree.ts';

/** Number of members that are read in one step. */
const membersInStep = 1024;

/**
 * Parses a set of characters after its `[`, in steps. Throws a PatternProblem if it is not closed or a range is reversed.
 */
export function* readSet(reader: RegexReader, folded: boolean): Work<RegexTree> {
  const negated = reader.accept('^');
  const found = new Map<string, CodeRange>();
  let members = 0;
  while (members === 0 || !reader.at(']')) {
    if (!reader.more()) throw new PatternProblem('unclosed set of characters');
    for (const range of readMember(reader)) found.set(range.join(), range);
    if (++members % membersInStep === 0) yield;
  }
  reader.accept(']');
  const ranges = [...found.values()];
  return { kind: 'set', ranges: folded ? withBothCases(ranges) : ranges, negated };
}

function readMember(reader: RegexReader): readonly CodeRange[] {
  const named = reader.take(/\[:[a-z]+:\]/y);
  if (named !== undefined) {
    const found = namedSets.get(named.slice(2, -2));
    if (found === undefined) throw new PatternProblem(`the set ${named} is unknown`);
    return found;
  }
  const sign = reader.take(/\\[dDwWsSh]/y);
  if (sign !== undefined) return defined(escapedSets.get(sign.slice(1)), `set ${sign}`);
  const from = readCode(reader);
  if (!reader.at('-') || reader.at('-]')) return [[from, from]];
  reader.accept('-');
  const to = readCode(reader);
  if (to < from) throw new PatternProblem('a range of characters is reversed');
  return [[from, to]];
}

function readCode(reader: RegexReader): number {
  if (!reader.accept('\\')) return reader.next().charCodeAt(0);
  const code = reader.take(/x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}/y);
  if (code !== undefined) return Number.parseInt(code.slice(1), 16);
  const sign = reader.next();
  return escapedCharacters.get(sign) ?? sign.charCodeAt(0);
}
