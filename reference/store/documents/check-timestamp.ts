import { ServiceError } from '../../base/service-error.ts';
import type { ParsedFields } from '../parsed-document.ts';

/** The timestamp field of data streams. */
export const timestampField = '@timestamp';

/** Throws document_parsing_exception unless a document of a data stream has exactly one timestamp. */
export function checkTimestamp({ fields }: ParsedFields): void {
  const count = fields.filter(({ name }) => name === timestampField).length;
  if (count === 1) return;
  const reason =
    count === 0
      ? `data stream timestamp field [${timestampField}] is missing`
      : `data stream timestamp field [${timestampField}] encountered multiple values`;
  throw new ServiceError('document_parsing_exception', `[1:1] failed to parse: ${reason}`, {
    cause: { type: 'illegal_argument_exception', reason },
  });
}
