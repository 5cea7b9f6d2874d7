import { When } from '@cucumber/cucumber';
import { Mismatch } from '../base/errors.ts';
import { pageOf, type Page } from '../client/cursors.ts';
import type { World } from '../client/world.ts';

/** No walk of the suite needs more; one that goes on beyond it would never end. */
const maxPages = 50;

When('the client searches {name}', async function (this: World, target: string) {
  await this.send({ method: 'GET', path: `/${target}/_search` });
});

When(
  'the client searches {name} with:',
  async function (this: World, target: string, body: string) {
    await this.send({ method: 'GET', path: `/${target}/_search`, body });
  },
);

When('the client searches without a target with:', async function (this: World, body: string) {
  await this.send({ method: 'GET', path: '/_search', body });
});

When(
  'the client walks {name} by from and size with:',
  async function (this: World, target: string, text: string) {
    const body = JSON.parse(this.expand(text, 'json')) as { readonly size: number };
    const pages: Page[] = [];
    for (let page = 0; page < maxPages; page += 1) {
      const search = { ...body, from: page * body.size };
      const hits = pageOf(
        await this.send({ method: 'GET', path: `/${target}/_search`, body: search }),
      );
      if (hits.length === 0) {
        this.pages = pages;
        return;
      }
      pages.push(hits);
    }
    throw new Mismatch(
      `an end within ${maxPages} pages`,
      maxPages,
      'the walk does not come to an end',
    );
  },
);
