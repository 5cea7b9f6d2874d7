import { stripVTControlCharacters } from 'node:util';
import { Mismatch } from '../base/errors.ts';
import type { CommandRun } from '../driver/intake-command.ts';

/** The line that the command prints for one privilege. */
export interface VerifyLine {
  readonly privilege: string;
  readonly answer: string;
}

const start = 'Authorized for privilege';
/** The form of a line, as the specification has it. */
export const formOfLines = `${start} <privilege>...: <answer>`;

const form = /^Authorized for privilege\s+(["'`]?)([\w.:-]+?)\1\s*\.\.\.\s*:\s*(\S.*?)\s*$/;

/** True if the answer of a line is positive. */
export function confirms(answer: string): boolean {
  return /\b(?:yes|true)\W*$/i.test(answer);
}

/** Returns the line about a privilege. Throws Mismatch if there is none, or more than one. */
export function lineAbout(run: CommandRun, privilege: string): VerifyLine {
  const lines = linesIn(run).flatMap((line) => readLine(line) ?? []);
  const [first, ...more] = lines.filter((line) => line.privilege === privilege);
  if (first !== undefined && more.length === 0) return first;
  const form = formOfLines.replace('<privilege>', privilege);
  const about = run.output.split(/\r?\n/).filter((line) => line.includes(privilege));
  const what =
    more.length > 0 ? 'there is more than one such line' : 'there is no line of this form';
  throw new Mismatch(`one line of the form ${form}`, about.length > 0 ? about : run.output, what);
}

/** The lines about privileges, without colours; the command may print other lines too. */
export function linesIn({ output }: CommandRun): readonly string[] {
  return stripVTControlCharacters(output)
    .split(/\r?\n/)
    .filter((line) => line.startsWith(start));
}

/** Reads a line; undefined if it does not have the form. */
export function readLine(line: string): VerifyLine | undefined {
  const [, , privilege, answer] = form.exec(line) ?? [];
  return privilege === undefined || answer === undefined ? undefined : { privilege, answer };
}
