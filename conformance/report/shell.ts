import { printable } from '../base/printable.ts';
import {
  base64Mark,
  type RecordedExchange,
  type RecordedCommand,
  plainId,
  type GeneratedValues,
  type RewritingUse,
} from './result.ts';
import type { RunDescription } from './outcome.ts';

/** A word in quotation marks for a shell; line breaks and control characters are escaped, so that it stays on one line. */
export function quoted(text: string): string {
  if (text.includes('\n') || printable(text) !== text) {
    const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
    return `$'${printable(escaped.replaceAll('\n', '\\n').replaceAll('\r', '\\r'))}'`;
  }
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command line for a shell; words without special characters stay unquoted. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : quoted(word))).join(' ');
}

/** A run of the command of the intake on two lines: the command, and how it ended. */
export function commandLines({ command, exit_code, output }: RecordedCommand): readonly string[] {
  const end = exit_code === undefined ? 'started' : `exit code ${exit_code}`;
  return [command, `→ ${`${end} ${output}`.trim()}`];
}

/** Limit on the shown body; the JSON report has more. */
const maxBodyCharacters = 1500;

/**
 * The curl command that sends the request of an exchange again; secrets stay masked. A comment says if the kit sent it
 * twice.
 */
export function curlLine(exchange: RecordedExchange, baseUrl: string): string {
  const headers = Object.entries(exchange.request_headers).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
  );
  const body = exchange.request_body;
  const data = body === undefined ? [] : [bodyOption(body)];
  const method = exchange.method === 'HEAD' ? '-I' : `-X ${exchange.method}`;
  const url = quoted(`${exchange.base_url ?? baseUrl}${exchange.path}`);
  const { resent } = exchange;
  const comment = resent === undefined ? [] : [`# sent again: ${resent}`];
  return [...bytesBefore(body), 'curl', method, url, ...headers, ...data, ...comment].join(' ');
}

function bodyOption(body: string): string {
  if (body.length > maxBodyCharacters) return `--data-binary @body # ${body.length} characters`;
  return body.startsWith(base64Mark) ? '--data-binary @-' : `--data-binary ${quoted(body)}`;
}

/** The commands that pipe a binary body into curl; empty for other bodies. */
function bytesBefore(body = ''): readonly string[] {
  if (!body.startsWith(base64Mark) || body.length > maxBodyCharacters) return [];
  return ['echo', body.slice(base64Mark.length), '|', 'base64', '-d', '|'];
}

/** What the command that runs a check again is made from: the clauses and, for a property, its id and its values. */
interface Repeated {
  readonly id: string;
  readonly clauses: readonly string[];
  readonly generated?: GeneratedValues | undefined;
  readonly rewriting?: RewritingUse | undefined;
}

/** The flag of runs that may affect the whole server; other commands do not know it. */
export const allowGlobalFlag = '--allow-global';

/**
 * The command that runs a check again, on the target of a run: the scenarios of the first of its clauses, the
 * counterexample of a property, or a scenario whose requests were sent in another way.
 */
export function againLine(
  { again }: Pick<RunDescription, 'again'>,
  { id, clauses: [first], generated, rewriting }: Repeated,
): string {
  if (generated?.counterexample !== undefined) {
    const { replay } = generated.counterexample;
    const target = again.replace(` ${allowGlobalFlag}`, '');
    return `search-conformance fuzz ${target} --property ${id} --replay ${replay}`;
  }
  if (rewriting !== undefined) {
    const scenario = plainId(id, rewriting);
    return `search-conformance run ${again} --scenario ${scenario} --rewriting ${rewriting.id}`;
  }
  const selector = first === undefined ? [] : ['--clause', first];
  return ['search-conformance', 'run', again, ...selector].join(' ');
}
