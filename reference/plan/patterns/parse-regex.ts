import type { Work } from '../../base/work.ts';
import { finishWork } from '../../base/work.ts';
import { PatternProblem } from './extraction.ts';
import { RegexReader } from './regex-reader.ts';
import { readSet } from './parse-regex-set.ts';
import type { Assertion, RegexTree } from './regex-tree.ts';
import { anyCharacter, escapedCharacters, escapedSets, withBothCases } from './regex-tree.ts';

/** Maximum depth of nested groups. */
const maxGroups = 100;

/** Number of parts that are read in one step. */
const partsInStep = 1024;

/** Maximum count in braces. */
const maxCount = 1000;

const assertions = new Map<string, Assertion>([
  ['b', 'boundary'],
  ['B', 'no_boundary'],
  ['A', 'start'],
  ['z', 'end'],
  ['Z', 'line_end'],
]);

/**
 * The state while a group is parsed: whether letters match both cases, which `(?i)` changes, the nesting depth, and the
 * number of parts that the whole expression has had so far.
 */
interface Mode {
  folded: boolean;
  readonly depth: number;
  readonly reading: { parts: number };
}

/**
 * Parses a regular expression. Supports sets, groups, alternatives, repetition, anchors and `(?i)`;
 * lookaround and backreferences are not supported. Atomic groups and possessive quantifiers are treated as plain ones.
 * Throws a PatternProblem if the expression is invalid.
 */
export function parseRegex(pattern: string): RegexTree {
  return finishWork(readRegex(pattern));
}

/** Does what `parseRegex` does, in steps. */
export function* readRegex(pattern: string): Work<RegexTree> {
  const reader = new RegexReader(pattern);
  const tree = yield* readChoice(reader, { folded: false, depth: 0, reading: { parts: 0 } });
  if (reader.more()) throw problem(reader, 'unmatched closing bracket');
  return tree;
}

function* readChoice(reader: RegexReader, mode: Mode): Work<RegexTree> {
  const options = [yield* readSequence(reader, mode)];
  while (reader.accept('|')) options.push(yield* readSequence(reader, mode));
  const [only] = options;
  return only !== undefined && options.length === 1 ? only : { kind: 'choice', options };
}

function* readSequence(reader: RegexReader, mode: Mode): Work<RegexTree> {
  const parts: RegexTree[] = [];
  while (reader.more() && !reader.at('|') && !reader.at(')')) {
    const flags = reader.take(/\(\?(-?)i\)/y);
    if (flags !== undefined) mode.folded = flags === '(?i)';
    else {
      parts.push(withCounts(yield* readPart(reader, mode), reader));
    }
    if (++mode.reading.parts % partsInStep === 0) yield;
  }
  return { kind: 'sequence', parts };
}

function* readPart(reader: RegexReader, mode: Mode): Work<RegexTree> {
  if (reader.accept('(')) return yield* readGroup(reader, mode);
  if (reader.accept('[')) return yield* readSet(reader, mode.folded);
  return readAtom(reader, mode);
}

function withCounts(part: RegexTree, reader: RegexReader): RegexTree {
  let body = part;
  for (let count = readCount(reader); count !== undefined; count = readCount(reader)) {
    const [least, most] = count;
    if (body.kind === 'repeat') throw problem(reader, 'a quantifier follows another quantifier');
    const lazy = reader.accept('?');
    if (!lazy) reader.accept('+');
    body = { kind: 'repeat', body, least, most, lazy };
  }
  return body;
}

function readCount(reader: RegexReader): readonly [number, number] | undefined {
  if (reader.accept('*')) return [0, Infinity];
  if (reader.accept('+')) return [1, Infinity];
  if (reader.accept('?')) return [0, 1];
  const braces = reader.take(/\{\d+(?:,\d*)?\}|\{,\d+\}/y);
  if (braces === undefined) return undefined;
  const [low, high] = braces.slice(1, -1).split(',');
  const least = Number(low);
  const most = high === undefined ? least : high === '' ? Infinity : Number(high);
  const counts = most === Infinity ? [least] : [least, most];
  if (counts.some((count) => count > maxCount) || most < least) {
    throw problem(reader, `counts must be in ascending order and at most ${maxCount}`);
  }
  return [least, most];
}

function readAtom(reader: RegexReader, mode: Mode): RegexTree {
  if (reader.accept('.')) return anyCharacter;
  if (reader.accept('^')) return { kind: 'assert', what: 'line_start' };
  if (reader.accept('$')) return { kind: 'assert', what: 'line_end' };
  if (reader.accept('\\')) return readEscape(reader, mode);
  if (['*', '+', '?'].some((sign) => reader.at(sign))) {
    throw problem(reader, 'there is nothing to repeat');
  }
  return character(reader.next().charCodeAt(0), mode);
}

function* readGroup(reader: RegexReader, { folded, depth, reading }: Mode): Work<RegexTree> {
  if (depth >= maxGroups) throw problem(reader, `more than ${maxGroups} nested groups`);
  const inside = { folded, depth: depth + 1, reading };
  const name = reader.take(/\?<[@A-Za-z][^>]*>/y)?.slice(2, -1);
  const flags = name === undefined ? reader.take(/\?(?:-?i)?:|\?>/y) : undefined;
  if (name === undefined && flags === undefined && reader.at('?')) {
    throw problem(reader, 'lookaround and flags other than (?i) are not supported');
  }
  const mode = flags?.includes('i') === true ? { ...inside, folded: flags === '?i:' } : inside;
  const body = yield* readChoice(reader, mode);
  if (!reader.accept(')')) throw problem(reader, 'unclosed bracket');
  return name === undefined ? body : { kind: 'capture', name, body };
}

function readEscape(reader: RegexReader, mode: Mode): RegexTree {
  const code = reader.take(/x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}/y);
  if (code !== undefined) return character(Number.parseInt(code.slice(1), 16), mode);
  if (!reader.more()) throw problem(reader, 'nothing follows the backslash');
  const sign = reader.next();
  const what = assertions.get(sign);
  if (what !== undefined) return { kind: 'assert', what };
  const ranges = escapedSets.get(sign);
  if (ranges !== undefined) return { kind: 'set', ranges, negated: false };
  const known = escapedCharacters.get(sign);
  if (known === undefined && /[A-Za-z0-9]/.test(sign)) {
    throw problem(reader, `[\\${sign}] is not supported`);
  }
  return character(known ?? sign.charCodeAt(0), mode);
}

function character(code: number, { folded }: Mode): RegexTree {
  const ranges = [[code, code]] as const;
  return { kind: 'set', ranges: folded ? withBothCases(ranges) : ranges, negated: false };
}

function problem(reader: RegexReader, reason: string): PatternProblem {
  return new PatternProblem(`${reason} (at character ${reader.offset + 1})`);
}
