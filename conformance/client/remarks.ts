import { repeatedIn } from '../base/body.ts';
import type { Exchange } from '../base/exchange.ts';
import type { Observation } from './record.ts';

/** Returns what is recorded about an exchange without judging it. */
export function remarksOn({ request, response }: Exchange): readonly Observation[] {
  const { resent } = response;
  const repeated = repeatedIn(response);
  return [
    ...(resent === undefined ? [] : [{ what: `${request.method} was sent again`, value: resent }]),
    ...(repeated.length === 0
      ? []
      : [{ what: 'members occur twice in one object', value: repeated }]),
  ];
}
