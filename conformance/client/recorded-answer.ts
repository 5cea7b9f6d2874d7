import { isJsonMedia, parseJson, textOf } from '../base/body.ts';
import type { Exchange } from '../base/exchange.ts';

/** Maximum length in characters of a body that is recorded as text. */
const longestRecordedText = 2000;

/** A response in an observation. */
export interface RecordedAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The recorded form of a response: the status, and the body, parsed if it is JSON and truncated if it is not. */
export function answerOf({ response }: Pick<Exchange, 'response'>): RecordedAnswer {
  const text = textOf(response);
  const { status } = response;
  if (isJsonMedia(response.headers['content-type'])) {
    try {
      return { status, body: parseJson(text) };
    } catch {
      // The body of a server error need not be what its media type says.
    }
  }
  return { status, body: text.slice(0, longestRecordedText) };
}
