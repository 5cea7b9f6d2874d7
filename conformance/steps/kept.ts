import { currentKey } from '../client/accounts.ts';
import { documentOf, tableOf } from '../client/answer-table.ts';
import { nameScroll, returnToScroll } from '../client/walking.ts';
import { valueAt } from '../base/body.ts';
import { nameQuery, returnToQuery } from '../client/slow-query.ts';
import type { World } from '../client/world.ts';
import { expectPresent } from './expectation.ts';
import { tablesOf } from './tables.ts';
import { defineChoiceWith } from './wordings.ts';

defineChoiceWith<[name: string]>('{subject} is kept as {string}', [
  [
    /"([^"]*)"/,
    (world, [name], path) => {
      const got = valueAt(documentOf(world.last), path);
      expectPresent(got, path);
      world.save(name, got);
    },
  ],
  [
    /"([^"]*)" without its last letter/,
    (world, [name], text) =>
      keepSecret(world, name, Array.from(world.expand(text)).slice(0, -1).join('')),
  ],
  [
    /"([^"]*)" with upper and lower case swapped/,
    (world, [name], text) => keepSecret(world, name, swapCase(world.expand(text))),
  ],
  [
    /the header "([^"]*)"/,
    (world, [name], header) => {
      const got = world.last.response.headers[header.toLowerCase()];
      expectPresent(got, `the header ${header}`);
      world.save(name, got);
    },
  ],
  [/the secret of the API key/, (world, [name]) => world.save(name, currentKey(world).secret)],
  [/the table/, (world, [name]) => tablesOf(world).set(name, tableOf(world))],
  [/the scroll/, (world, [name]) => nameScroll(world, name)],
  [/the point in time/, (world, [name]) => world.save(name, world.saved('pit_id'))],
  [/the query/, (world, [name]) => nameQuery(world, name)],
]);

defineChoiceWith<[name: string]>('the client returns to the {resumable} {string}', [
  [/scroll/, (world, [name]) => returnToScroll(world, name)],
  [/query/, (world, [name]) => returnToQuery(world, name)],
]);

/** Saves a text that was derived from a secret. It nearly reveals the secret, so it is also hidden in reports. */
function keepSecret(world: World, name: string, text: string): void {
  world.hide(text);
  world.save(name, text);
}

/** Swaps upper and lower case; adds a letter if the text has none, so that the result always differs. */
function swapCase(text: string): string {
  const swapped = text.replaceAll(/[a-z]+|[A-Z]+/g, (letters) =>
    letters === letters.toLowerCase() ? letters.toUpperCase() : letters.toLowerCase(),
  );
  return swapped === text ? `${text}x` : swapped;
}
