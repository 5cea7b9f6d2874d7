import { quoted } from './shell.ts';
import { base64Mark, type RecordedExchange, type RecordedCommand } from './result.ts';

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
