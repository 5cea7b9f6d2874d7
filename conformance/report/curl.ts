import { runMethod, runPaths, settingArguments } from '../driver/intake.ts';
import { base64Mark, type RecordedExchange } from './result.ts';

/** A longer body stands in the JSON report only. */
const longestBody = 1500;

/** The line for a shell that sends the request of an exchange again; secrets stay masked. */
export function curlLine(exchange: RecordedExchange, baseUrl: string): string {
  if (exchange.method === runMethod) return commandLine(exchange);
  const headers = Object.entries(exchange.request_headers).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
  );
  const body = exchange.request_body;
  const data = body === undefined ? [] : [bodyOption(body)];
  const method = exchange.method === 'HEAD' ? '-I' : `-X ${exchange.method}`;
  const url = quoted(`${exchange.base_url ?? baseUrl}${exchange.path}`);
  return [...bytesBefore(body), 'curl', method, url, ...headers, ...data].join(' ');
}

/** What the command of the intake was run with. */
function commandLine({ path, request_body: body = '{}' }: RecordedExchange): string {
  if (path !== runPaths.start) return `intake-server${path.replaceAll('/', ' ')} --credentials ***`;
  const settings = JSON.parse(body) as Readonly<Record<string, unknown>>;
  return ['intake-server', ...settingArguments(settings).map(quoted)].join(' ');
}

function bodyOption(body: string): string {
  if (body.length > longestBody) return `--data-binary @body # ${body.length} characters`;
  return body.startsWith(base64Mark) ? '--data-binary @-' : `--data-binary ${quoted(body)}`;
}

/** A body of bytes comes out of a pipe. */
function bytesBefore(body = ''): readonly string[] {
  if (!body.startsWith(base64Mark) || body.length > longestBody) return [];
  return ['echo', body.slice(base64Mark.length), '|', 'base64', '-d', '|'];
}

/** A line break would end the line of the report: the shell puts it back in. */
function quoted(text: string): string {
  if (/[\n\r]/.test(text)) {
    const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
    return `$'${escaped.replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
  }
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
