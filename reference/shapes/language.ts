import { isJsonObject } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import type { RequestBody } from '../operations/operation.ts';
import { tokensOf } from '../query/lexer.ts';
import { sourceText } from '../query/token-cursor.ts';
import type { Shape } from './shape.ts';

/** The shape whose query language lacks a command. */
export function withoutCommand(name: string): Shape {
  return {
    handler: (handle, id) =>
      id === 'runQuery' || id === 'runAsyncQuery'
        ? (request, service) => {
            if (uses(request.body, name)) refuse(`unknown command [${name}]`);
            return handle(request, service);
          }
        : handle,
  };
}

function uses(body: RequestBody | undefined, name: string): boolean {
  const json = body?.json();
  const query = isJsonObject(json) ? json['query'] : undefined;
  if (typeof query !== 'string') return false;
  const tokens = commandTokens(query);
  return tokens.some(
    ({ text }, at) => text.toLowerCase() === name && (at === 0 || tokens[at - 1]?.text === '|'),
  );
}

/** Returns no tokens for a text that has none; the handler says what is wrong with it. */
function commandTokens(query: string): ReturnType<typeof tokensOf> {
  try {
    return tokensOf(sourceText(query));
  } catch {
    return [];
  }
}
