import { printable } from '../base/printable.ts';
import { textOf, writeJson } from '../base/body.ts';
import type { Exchange, WireRequest, WireResponse } from '../base/exchange.ts';
import { plain } from './expand.ts';
import { operationTitle } from './find-operation.ts';
import type { Profile, RequestTemplate } from './profile.ts';

/** The values of the placeholders of a hook. */
export type HookValues = Readonly<Record<string, unknown>>;

/** Maximum length of the reason in the description of a refusal. */
const maxReasonCharacters = 200;

const placeholder = /\{([a-z_]+)\}/g;

/**
 * Fills the placeholders of a template. Values are percent-encoded in the path; in the body, a string that consists of
 * one placeholder becomes the value itself, of any type. A placeholder without a value is left unchanged.
 */
export function hookRequest(template: RequestTemplate, values: HookValues): WireRequest {
  const path = template.path.replace(placeholder, (match, name: string) =>
    name in values ? encodeURIComponent(plain(values[name])).replaceAll('%2C', ',') : match,
  );
  const headers = template.headers ?? {};
  if (template.body === undefined) return { method: template.method, path, headers };
  return {
    method: template.method,
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: writeJson(filled(template.body, values)),
  };
}

/** The request that removes an index, as the profile has it, or else the usual one. */
export function indexRemoval({ hooks }: Pick<Profile, 'hooks'>, index: string): WireRequest {
  return hookRequest(hooks.delete_index ?? { method: 'DELETE', path: '/{index}' }, { index });
}

/** Returns the names of the placeholders in the path and the body of a template. */
export function placeholdersIn({ path, body }: RequestTemplate): readonly string[] {
  const text = body === undefined ? path : `${path} ${writeJson(body)}`;
  return [...text.matchAll(placeholder)].flatMap(([, name]) => name ?? []);
}

/** Members of bodies in which servers say why they refuse; the first one counts. */
const reasonMembers = ['reason', 'message', 'detail', 'title', 'description', 'error'];

/** Describes a refused request: method, path, status, and the server's own words if there are any. */
export function refusalOf({ request, response }: Pick<Exchange, 'request' | 'response'>): string {
  const refusal = `${request.method} ${request.path} answered ${response.status}`;
  const words = wordsOf(response);
  return words === '' ? refusal : `${refusal}, ${words}`;
}

/** The same with the name of the operation, so that equal refusals read alike. */
export function titledRefusal(exchange: Pick<Exchange, 'request' | 'response'>): string {
  const { method, path } = exchange.request;
  return refusalOf(exchange).replace(`${method} ${path}`, operationTitle(method, path));
}

/** What a refusal says, on one line: a member of its body, or its text. */
function wordsOf(response: WireResponse): string {
  const text = textOf(response);
  const found = reasonMembers.flatMap((name) => {
    const quoted = new RegExp(String.raw`"${name}"\s*:\s*("(?:[^"\\\p{Cc}]|\\.)*")`, 'u').exec(
      text,
    )?.[1];
    return quoted === undefined ? [] : [JSON.parse(quoted) as string];
  });
  const isPlainText = response.headers['content-type']?.startsWith('text/plain') === true;
  const [words = isPlainText ? text : ''] = found;
  return printable(words.replaceAll(/\s+/g, ' ').trim().slice(0, maxReasonCharacters));
}

function filled(body: unknown, values: HookValues): unknown {
  if (typeof body === 'string') return filledText(body, values);
  if (Array.isArray(body)) return body.map((entry: unknown) => filled(entry, values));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      plain(filledText(key, values)),
      filled(value, values),
    ]),
  );
}

function filledText(text: string, values: HookValues): unknown {
  const only = /^\{([a-z_]+)\}$/.exec(text)?.[1];
  if (only !== undefined && only in values) return values[only];
  return text.replace(placeholder, (match, name: string) =>
    name in values ? plain(values[name]) : match,
  );
}
