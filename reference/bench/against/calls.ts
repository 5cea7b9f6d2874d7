import type { RawConnection } from './raw-client.ts';

/** Returns a member of a JSON text, found by its name alone. Throws an Error if there is none. */
export function memberOf(text: string, name: string): string {
  const found = new RegExp(`"${name}":"?([^",}]+)`).exec(text)?.[1];
  if (found === undefined) throw new Error(`there is no [${name}] in ${text.slice(0, 300)}`);
  return found;
}

/** Sends a request and returns the text of the response. Throws an Error if it was refused. */
export async function sent(
  connection: RawConnection,
  line: string,
  body?: unknown,
): Promise<string> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await connection.send(line, text);
  if (response.status >= 300 || response.text.includes('"errors":true')) {
    throw new Error(`${line}: ${response.status} ${response.text.slice(0, 300)}`);
  }
  return response.text;
}
