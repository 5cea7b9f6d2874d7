import { yaml } from '../base/libraries.ts';

/** A text as JSON; undefined if it is something else. */
export function jsonText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The members of a JSON object; none for any other value. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** An error body as a value, whether it is JSON or YAML; undefined if it is something else. */
export function errorDocument(text: string): unknown {
  const json = jsonText(text);
  if (json !== undefined || !/^(?:---\s|error:)/.test(text)) return json;
  try {
    return yaml().parse(text, { logLevel: 'silent', maxAliasCount: 0 }) as unknown;
  } catch {
    return undefined;
  }
}
