import type { CommandTree } from '../../plan/syntax.ts';
import type { Parser } from '../parser.ts';
import type { Token } from '../token.ts';
import { readDissect } from './dissect.ts';
import { readDrop } from './drop.ts';
import { readEval } from './eval.ts';
import { readFrom } from './from.ts';
import { readGrok } from './grok.ts';
import { readKeep } from './keep.ts';
import { readLimit } from './limit.ts';
import { readMvExpand } from './mv-expand.ts';
import { readRename } from './rename.ts';
import { readRow } from './row.ts';
import { readShow } from './show.ts';
import { readSort } from './sort.ts';
import { readInlineStats, readStats } from './stats.ts';
import { readWhere } from './where.ts';

/** Parses the rest of a command after its name, up to the next `|`. */
export type CommandReader = (parser: Parser, start: Token) => CommandTree;

/** Commands that begin a query. */
export const sourceCommands: ReadonlyMap<string, CommandReader> = new Map([
  ['from', readFrom],
  ['row', readRow],
  ['show', readShow],
]);

/** query.commands: commands that process the rows of the previous one. */
export const pipedCommands: ReadonlyMap<string, CommandReader> = new Map([
  ['dissect', readDissect],
  ['drop', readDrop],
  ['eval', readEval],
  ['grok', readGrok],
  ['inline', readInlineStats],
  ['inlinestats', readInlineStats],
  ['keep', readKeep],
  ['limit', readLimit],
  ['mv_expand', readMvExpand],
  ['rename', readRename],
  ['sort', readSort],
  ['stats', readStats],
  ['where', readWhere],
]);
