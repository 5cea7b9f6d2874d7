import type { HtmlPage } from '../html/page.ts';
import { isTelling, secretsShown } from '../html/shown-key.ts';
import { authenticate } from './accounts.ts';
import { isSuccess } from './expectations.ts';
import { type CreatedKey, credentialOf } from './secrets.ts';
import type { World } from './world.ts';

/** Minimum length of a part of a credential that is hidden in reports. */
const shortestPart = 8;

/**
 * Finds the secret of the key with this id on a page: the text that authenticates as this key. Undefined if the page
 * does not contain it. Every text that may be the secret is hidden in reports.
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

/** Hides a key in reports, and also its alphanumeric parts, because a page may encode the characters between them. */
function hideKey(world: World, key: CreatedKey): void {
  const { id, secret } = key;
  const texts = [secret, `${id}:${secret}`, credentialOf(key)];
  const parts = texts.flatMap((text) => text.split(/[^A-Za-z0-9]+/));
  for (const text of [...texts, ...parts.filter((part) => part.length >= shortestPart)]) {
    if (text !== id) world.hide(text);
  }
}
