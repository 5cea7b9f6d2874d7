import type { JsonValue } from '../base/json.ts';
import type { BodyPart } from '../search/body.ts';
import type { RequestBody } from './operation.ts';

/** Returns the body of a request as a part whose members can be read; `absent` is its value if there is no body. */
export function bodyPart(body: RequestBody | undefined, absent: JsonValue): BodyPart {
  return body === undefined
    ? { value: absent, text: '', path: [] }
    : { value: body.json(), text: body.text(), path: [] };
}
