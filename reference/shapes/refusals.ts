import { at } from '../base/assert.ts';
import type { Refusal } from '../http/edit-refusals.ts';
import type { Shape } from './shape.ts';

/** The only error type that the specification names. */
const fixedName = 'strict_dynamic_mapping_exception';

/** The shape that gives its refusals some statuses in turn. */
export function refusingWith(...statuses: readonly number[]): Shape {
  let count = 0;
  return {
    refusal: (refusal) => ({ ...refusal, status: at(statuses, count++ % statuses.length) }),
  };
}

/** The shape whose refusals are plain text. */
export function textErrors(): Shape {
  const plain = ({ text, status }: Refusal): Refusal => ({
    status,
    type: 'text/plain',
    text: `refused: ${text.includes(fixedName) ? fixedName : 'no reason given'}`,
  });
  return { refusal: plain };
}

/** The shape whose refusals have no body, except for the error that has to be named. */
export function noErrorBody(): Shape {
  const bare = ({ text, status }: Refusal): Refusal => ({
    status,
    type: 'text/plain',
    text: text.includes(fixedName) ? fixedName : '',
  });
  return { refusal: bare };
}
