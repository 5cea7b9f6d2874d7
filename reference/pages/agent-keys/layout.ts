import type { Markup } from '../html.ts';
import { html } from '../html.ts';
import { pagePath, scriptPath, stylePath } from './paths.ts';

/** The contents of a page. */
export interface Page {
  readonly title: string;
  readonly content: Markup;
  /** True if the page has something to copy. */
  readonly copies?: boolean;
}

/** api-keys.ui-location: returns a complete HTML document, with the path to the page in the settings at its top. */
export function layout({ title, content, copies = false }: Page): string {
  const script = copies ? html`<script src="${scriptPath}" defer></script>` : undefined;
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title} – Settings</title>
      <link rel="stylesheet" href="${stylePath}" />
      ${script}
    </head>
    <body>
      <nav aria-label="Breadcrumb">
        <ol>
          <li>Settings</li>
          <li><a href="${pagePath}">Agent keys</a></li>
        </ol>
      </nav>
      <main>
        <h1>${title}</h1>
        ${content}
      </main>
    </body>
  </html>`;
  return `<!doctype html>\n${page.toString()}\n`;
}
