import { jsonIn, textOf, valueAt } from '../base/body.ts';
import type { Exchange } from '../base/exchange.ts';

/** The id and the secret of an API key, from the response to its creation. */
export interface CreatedKey {
  readonly id: string;
  readonly secret: string;
}

/** True if the request creates an API key. */
export function createsKey({ method, path }: Exchange['request']): boolean {
  return ['POST', 'PUT'].includes(method) && /^\/_security\/api_key\/?(?:\?|$)/.test(path);
}

/** The credential of a key: base64 of its id, a colon and its secret. */
export function credentialOf({ id, secret }: CreatedKey): string {
  return inBase64(`${id}:${secret}`);
}

/** Encodes the UTF-8 bytes of a text in base64. */
export function inBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

/** The key in the response to its creation; undefined if the response has none. */
export function keyIn(exchange: Pick<Exchange, 'request' | 'response'>): CreatedKey | undefined {
  if (!createsKey(exchange.request) || exchange.response.status >= 300) return undefined;
  const body = jsonIn(textOf(exchange.response));
  const [id, secret] = [valueAt(body, 'id'), valueAt(body, 'api_key')];
  return typeof id === 'string' && typeof secret === 'string' ? { id, secret } : undefined;
}

/** The texts of an exchange that reports must hide because they authenticate as the key that it created. */
export function secretsIn(exchange: Exchange): readonly string[] {
  if (!createsKey(exchange.request)) return [];
  const body = jsonIn(textOf(exchange.response));
  const texts = ['api_key', 'encoded'].flatMap((name) => textsIn(valueAt(body, name)));
  const key = keyIn(exchange);
  return key === undefined ? texts : [...texts, `${key.id}:${key.secret}`, credentialOf(key)];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((member: unknown) => textsIn(member));
}
