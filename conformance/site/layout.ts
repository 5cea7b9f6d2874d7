import { filterScript } from './filters.ts';
import { html, Html } from './html.ts';
import type { Links, Review } from './model.ts';
import { style } from './style.ts';

/** One page of the site. */
export interface Page {
  /** The name that the navigation marks as current; empty for none. */
  readonly name: string;
  readonly title: string;
  readonly main: Html;
}

const names: Readonly<Record<string, string>> = {
  index: 'Overview',
  outline: 'Outline',
  clauses: 'Clauses',
  open: 'Left open',
  coverage: 'Coverage',
  description: 'OpenAPI description',
};

/** Writes a whole document: nothing in it has to be loaded. */
export function layout(page: Page, review: Review, links: Links): string {
  const title = page.title === review.title ? page.title : `${page.title} – ${review.title}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <p class="brand">${review.title}</p>
          ${navigation(page, review, links)}
        </header>
        <main id="main" tabindex="-1">
          <h1>${page.title}</h1>
          ${page.main}
        </main>
        <footer><p>Written by search-conformance ${review.version}.</p></footer>
        ${filterScript}
      </body>
    </html> `.text;
}

function navigation({ name }: Page, { coverage, hasDescription }: Review, links: Links): Html {
  const isShown = (key: string): boolean => {
    if (key === 'coverage') return coverage !== undefined;
    if (key === 'description') return hasDescription === true;
    return !links.isSingle || key === 'index' || key === 'clauses';
  };
  const shown = Object.entries(names).filter(([key]) => isShown(key));
  const items = shown.map(([key, label]) => {
    const current = key === name ? new Html(' aria-current="page"') : undefined;
    return html`<li><a href="${links.page(key)}" ${current}>${label}</a></li>`;
  });
  return html`<nav aria-label="Pages">
    <ul>
      ${items}
    </ul>
  </nav>`;
}
