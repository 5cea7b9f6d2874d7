import type { BodyPart } from '../search/body.ts';
import type { RequestBody } from './operation.ts';

/** Gives the body of a request as a part from which members are read; where there is none it holds null. */
export function wholeBody(body: RequestBody | undefined): BodyPart {
  return { value: body?.json() ?? null, text: body?.text() ?? '', path: [] };
}
