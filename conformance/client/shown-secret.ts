import type { HtmlPage } from '../html/page.ts';
import { isTelling, secretsShown } from '../html/shown-key.ts';
import { authenticate } from './accounts.ts';
import { isSuccess } from './expectations.ts';
import { type CreatedKey, credentialOf } from './secrets.ts';
import type { World } from './world.ts';

/** Parts of a credential of at least this length are hidden in reports. */
const shortestPart = 8;

/**
 * Looks on a page for the secret of the key with this id: it is what the key authenticates with. Undefined if it is not
 * there. Everything that may be the secret is hidden in reports.
 */
export async function findSecret(
  world: World,
  page: HtmlPage,
  id: string,
): Promise<CreatedKey | undefined> {
  for (const secret of secretsShown(page, id)) {
    const key = { id, secret };
    if (isTelling(secret)) hideKey(world, key);
    const exchange = await authenticate(world, credentialOf(key));
    if (!isSuccess(exchange.response.status)) continue;
    hideKey(world, key);
    return key;
  }
  return undefined;
}

/** A page may encode some characters of a secret in another way: so each part between such characters is hidden too. */
function hideKey(world: World, key: CreatedKey): void {
  const { id, secret } = key;
  const whole = [secret, `${id}:${secret}`, credentialOf(key)];
  const parts = whole.flatMap((text) => text.split(/[^A-Za-z0-9]+/));
  for (const text of [...whole, ...parts.filter((part) => part.length >= shortestPart)]) {
    if (text !== id) world.hide(text);
  }
}
