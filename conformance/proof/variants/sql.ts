import type { Interceptor, Variant } from '../../run/mutation.ts';
import { textOf } from '../../base/body.ts';
import type { WireResponse } from '../../base/exchange.ts';
import { withPart } from '../../description/exchange-parts.ts';
import { named, onCall, onReply, withText } from '../interceptors.ts';
import { variantsOf } from '../variants-of.ts';

/** Variants of the SQL endpoint. */
export const sqlVariants: readonly Variant[] = [
  ...variantsOf('text-table', 'the text table of a statement without rows may have no lines', {
    'sql-table-without-rows-is-empty': () =>
      onText((reply) => (textOf(reply).split('\n').length > 3 ? reply : withText(reply, ''))),
  }),
  ...variantsOf(
    'sql-media-type',
    'the media type of the text table, and its parameters, are left open',
    {
      'sql-table-of-another-media-type': () =>
        onText((reply) => named(reply, 'application/x-table')),
      'sql-table-with-charset': () => onText((reply) => named(reply, 'text/plain; charset=UTF-8')),
    },
  ),
  ...variantsOf('sql-routing', 'an unsupported parameter may be refused or ignored', {
    'sql-routing-parameter-passed-over': () =>
      onCall(['sql'], (request) => withPart(request, 'query/routing', undefined)),
  }),
];

/** Changes the plain-text answers to SQL statements. */
function onText(edit: (reply: WireResponse) => WireResponse): Interceptor {
  return onReply(['sql'], (reply) =>
    reply.headers['content-type']?.startsWith('text/plain') === true ? edit(reply) : reply,
  );
}
