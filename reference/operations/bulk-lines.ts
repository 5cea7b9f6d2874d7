import type { JsonObject } from '../base/json.ts';
import { findNoUnicode, isJsonObject, maxSize, parseJson } from '../base/json.ts';
import { ifOutside } from '../base/outside.ts';
import { checkLimits, limitsOf } from '../base/request-limits.ts';
import { refuse, validationError } from '../base/service-error.ts';
import type { BodyPart } from '../base/body.ts';
import {
  booleanOf,
  choiceOf,
  integerOf,
  stringOf,
  stringOrIntegerOf,
  token,
} from '../base/body.ts';

const kinds = ['create', 'delete', 'index'] as const;

type BulkKind = (typeof kinds)[number];

/** The action line of a bulk request. A member that the line does not have is undefined. */
export type BulkAction = ReturnType<typeof readAction>;

/** A range of bytes: the first byte of a line (inclusive) to the byte after its last (exclusive). */
interface LineRange {
  readonly start: number;
  readonly end: number;
}

const knownMembers = [
  '_index',
  '_id',
  'routing',
  'require_alias',
  'if_seq_no',
  'if_primary_term',
  'version',
  'version_type',
  'op_type',
];

/** Names that mean something in an action line, and so are mistakes beside an action. */
const reserved: readonly string[] = [...kinds, 'update', ...knownMembers];

const opTypes = ['index', 'create'] as const;

const versionTypes = ['internal', 'external', 'external_gte'] as const;
const lineFeed = 0x0a;
/** Number of blank lines after which the reader may rest. */
const blankLinesAtOnce = 1024;

/**
 * index.bulk-writing: parses the body of a bulk request and yields its actions, and undefined after many blank
 * lines; the documents are not parsed. Throws a ServiceError with the number of an invalid line.
 */
export function* readBulk(bytes: Buffer): Generator<BulkAction | undefined, void> {
  if (bytes.at(-1) !== lineFeed) refuse('The bulk request must be terminated by a newline [\\n]');
  let number = 0;
  let next = 0;
  const nextLine = (): LineRange => {
    const start = next;
    next = bytes.indexOf(lineFeed, start) + 1;
    number++;
    return { start, end: next - 1 };
  };
  const documentLine = (): LineRange => {
    if (next < bytes.length) return nextLine();
    throw validationError([`no document follows the action on line [${number}]`]);
  };
  while (next < bytes.length) {
    const line = nextLine();
    const text = bytes.toString('utf8', line.start, line.end);
    if (text.trim() === '') {
      if (number % blankLinesAtOnce === 0) yield undefined;
      continue;
    }
    yield readAction(text, number, documentLine);
  }
}

const noLine: LineRange = { start: 0, end: 0 };

const actionLimits = limitsOf();

/** Reads an action; `documentLine` returns the line of its document, which is empty if the action has none. */
function readAction(text: string, line: number, documentLine: () => LineRange) {
  const { kind, members } = readKind(text, line);
  const read = <T>(name: string, reader: (part: BodyPart, what: string) => T): T | undefined => {
    const member = members[name] ?? null;
    return member === null ? undefined : reader({ value: member, text, path: [kind, name] }, name);
  };
  const creates = read('op_type', (part, name) => choiceOf(part, name, opTypes)) === 'create';
  return {
    kind: kind === 'index' && creates ? ('create' as const) : kind,
    index: read('_index', stringOf),
    id: read('_id', stringOrIntegerOf),
    routing: read('routing', stringOf),
    require_alias: read('require_alias', booleanOf),
    if_seq_no: read('if_seq_no', integerOf),
    if_primary_term: read('if_primary_term', integerOf),
    version: read('version', integerOf),
    version_type: read('version_type', (part, name) => choiceOf(part, name, versionTypes)),
    // The last member, so that a problem of the action is reported before a missing document.
    source: kind === 'delete' ? noLine : documentLine(),
  };
}

/** Returns the action of a line. Members beside it are no part of it: log shippers send notes of their own there. */
function readKind(
  text: string,
  line: number,
): { readonly kind: BulkKind; readonly members: JsonObject } {
  const value = checkLimits(parseJson(text, maxSize), actionLimits);
  if (findNoUnicode(text, 'strings') !== undefined) {
    return refuseLine(line, 'half of a surrogate pair is not Unicode');
  }
  const names = isJsonObject(value) ? Object.keys(value) : [];
  const [name] = names;
  if (!isJsonObject(value) || name === undefined) {
    return refuseLine(line, `expected START_OBJECT but found [${token(value)}]`);
  }
  const kind = kinds.find((known) => known === name);
  if (kind === undefined) {
    const hint = ifOutside('bulk', name);
    return refuseLine(line, `expected one of [${kinds.join(', ')}] but found [${name}]${hint}`);
  }
  const misplaced = names.find((other) => other !== kind && reserved.includes(other));
  if (misplaced !== undefined) {
    return refuseLine(line, `expected one action but found [${misplaced}] beside [${kind}]`);
  }
  const members = value[kind] ?? null;
  if (!isJsonObject(members)) {
    return refuseLine(line, `expected START_OBJECT but found [${token(members)}]`);
  }
  const unknown = Object.keys(members).find(
    (member) => !knownMembers.includes(member) && members[member] !== null,
  );
  if (unknown === undefined) return { kind, members };
  const hint = ifOutside('bulk', unknown);
  return refuse(`Action/metadata line [${line}] contains an unknown parameter [${unknown}]${hint}`);
}

function refuseLine(line: number, problem: string): never {
  return refuse(`Malformed action/metadata line [${line}], ${problem}`);
}
