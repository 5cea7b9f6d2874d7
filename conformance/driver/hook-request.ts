import { textOf, writeJson } from '../base/body.ts';
import type { Exchange, WireRequest } from '../base/exchange.ts';
import type { RequestTemplate } from './profile.ts';

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

/** Returns the names of the placeholders in the path and the body of a template. */
export function placeholdersIn({ path, body }: RequestTemplate): readonly string[] {
  const text = body === undefined ? path : `${path} ${writeJson(body)}`;
  return [...text.matchAll(placeholder)].flatMap(([, name]) => name ?? []);
}

/** Describes a refused request: method, path, status, and the reason if the response contains one. */
export function refusalOf({ request, response }: Pick<Exchange, 'request' | 'response'>): string {
  const refusal = `${request.method} ${request.path} answered ${response.status}`;
  const [, quoted] = /"reason"\s*:\s*("(?:[^"\\\p{Cc}]|\\.)*")/u.exec(textOf(response)) ?? [];
  if (quoted === undefined) return refusal;
  return `${refusal}, ${(JSON.parse(quoted) as string).slice(0, maxReasonCharacters)}`;
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

function plain(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value);
}
