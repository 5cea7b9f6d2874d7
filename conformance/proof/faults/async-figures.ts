import type { Fault } from '../../run/mutation.ts';
import { onAsyncMembers } from '../async-interceptors.ts';
import { fault } from '../fault.ts';
import { addressOf, refusal, without } from '../interceptors.ts';

const figures = ['took', 'is_partial', 'documents_found', 'values_loaded'] as const;
const formats = ['yaml', 'cbor', 'smile'] as const;

/** Faults of the figures in asynchronous answers, and of bodies in other formats than JSON. */
export const asyncFigureFaults: readonly Fault[] = [
  ...(['start', 'get'] as const).flatMap((call) =>
    figures.map((name) =>
      fault(`answer-to-${call}-without-${name}`, ['async-query.figures-of-the-result'], () =>
        onAsyncMembers([call], (members) => without(members, name)),
      ),
    ),
  ),
  fault('first-answer-with-a-result-is-partial', ['async-query.figures-of-the-result'], () =>
    onAsyncMembers(['start'], (members) =>
      members['is_running'] === false ? { ...members, is_partial: true } : members,
    ),
  ),
  ...formats.map((format) =>
    fault(
      `asynchronous-bodies-in-${format}-refused`,
      [`async-query.post-body-in-${format}`],
      () => (request, forward) => {
        const isAsync = addressOf(request).segments[1] === 'async';
        const type = request.headers['content-type'] ?? '';
        return isAsync && type.includes(format)
          ? Promise.resolve(refusal('illegal_argument_exception', 'not supported'))
          : forward(request);
      },
    ),
  ),
];
