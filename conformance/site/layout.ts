import { filterScript } from './filters.ts';
import { html, Html } from './html.ts';
import type { Links, Review } from './model.ts';
import { signs } from '../report/verdict.ts';

const verdictSigns = Object.entries(signs)
  .map(([verdict, sign]) => `.${verdict}::before{content:"${sign} "}`)
  .join('');

/** The style of all pages: light and dark, from 320 pixels on, without anything to load. */
const style = `${verdictSigns}:root{color-scheme:light dark;--back:#fff;--fore:#1b1f24;--quiet:#57606a;--line:#d0d7de;--soft:#f6f8fa;--link:#0550ae;--good:#116329;--bad:#a40e26;--warn:#7d4e00;--open:#6639ba}
@media(prefers-color-scheme:dark){:root{--back:#0d1117;--fore:#e6edf3;--quiet:#9ea7b3;--line:#3d444d;--soft:#161b22;--link:#79c0ff;--good:#56d364;--bad:#ff8b84;--warn:#e3b341;--open:#d2a8ff}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--back);color:var(--fore);font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:78rem;margin:0 auto;padding:0 1rem}
header{padding-top:1rem;border-bottom:1px solid var(--line)}
.brand{margin:0;font-weight:600}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0;margin:.5rem 0}
nav a{display:inline-block;padding:.25rem 0}
nav a[aria-current]{color:var(--fore);font-weight:600;text-decoration-thickness:2px}
footer{margin-top:3rem;padding-bottom:2rem;color:var(--quiet)}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;background:var(--back);padding:.5rem 1rem;z-index:1}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
main:focus{outline:none}
h1{font-size:1.75rem;line-height:1.2;margin:1.5rem 0 1rem}
h2{font-size:1.3rem;margin:2.5rem 0 .5rem;line-height:1.3}
h3{font-size:1.05rem;margin:0 0 .25rem;line-height:1.4}
p{margin:.5rem 0;max-width:56rem}
code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
h3 a{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.95em;text-decoration:none}
h3 a:hover{text-decoration:underline}
article,div.point{border:1px solid var(--line);border-radius:.5rem;padding:1rem;margin:1rem 0}
article:target{border-color:var(--link);box-shadow:0 0 0 1px var(--link)}
.text{font-size:1.05rem}
dl{margin:.5rem 0}
dl div{display:grid;grid-template-columns:minmax(6rem,9rem) 1fr;gap:0 1rem;margin:.15rem 0}
dt{color:var(--quiet)}
dd{margin:0;min-width:0}
ul{padding-left:1.25rem;margin:.35rem 0}
details{margin:.35rem 0}
summary{cursor:pointer;padding:.2rem 0}
figure{margin:.75rem 0}
figcaption{color:var(--quiet);font-size:.85rem}
pre{margin:.25rem 0;padding:.75rem;background:var(--soft);border-radius:.375rem;overflow-x:auto;overflow-wrap:normal}
.level{font-size:.75rem;font-weight:600;border:1px solid;border-radius:1rem;padding:.05rem .5rem;white-space:nowrap}
.must{color:var(--link)}.should{color:var(--good)}.silent{color:var(--open)}
.verdict{white-space:nowrap;font-weight:600;font-size:.9rem}
.conformant{color:var(--good)}.non-conformant{color:var(--bad)}.incomplete{color:var(--warn)}.observed{color:var(--open)}.not-claimed,.not-allowed,.quiet{color:var(--quiet)}
.quiet{font-size:.9rem}
.banner{font-size:1.15rem}.causes>li{margin:.75rem 0}.causes p{margin:0}tr.point p{margin:.15rem 0;min-width:14rem}label.check{display:flex!important;align-items:center;gap:.4rem}label.check input{min-height:0}
.note{border-left:4px solid var(--warn);padding:.25rem .75rem;background:var(--soft)}
.scroll{overflow-x:auto;margin:.5rem 0}
table{border-collapse:collapse;overflow-wrap:normal}
caption{text-align:left;color:var(--quiet);font-size:.9rem;padding:.25rem 0;overflow-wrap:anywhere}
th,td{border:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}
thead th{background:var(--soft)}
tbody th{font-weight:normal}
.number{text-align:right;font-variant-numeric:tabular-nums}
.results{width:100%;table-layout:fixed;margin:.5rem 0;overflow-wrap:anywhere}.results thead th:first-child{width:9rem}.results thead th:nth-child(2){width:11rem}
.results ul{padding-left:1rem;margin:0}.said li:has(>details){list-style:none;margin-left:-1.25rem}.results .said li:has(>details){margin-left:-1rem}
.requests{margin:.25rem 0;padding-left:1.5rem}.requests li{padding:.25rem 0}.requests p{margin:0}
.clauses,.rows{list-style:none;padding:0}
.clauses li{padding:.5rem 0;border-top:1px solid var(--line)}
.clauses p{margin:.15rem 0}
.clauses span+span{margin-left:.25rem}
.rows li{padding:.2rem 0;border-top:1px solid var(--line)}
form.filters{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:end;padding:.75rem;background:var(--soft);border-radius:.5rem;margin:1rem 0}
form.filters[hidden],[hidden]{display:none!important}
form.filters label{display:grid;font-size:.85rem;color:var(--quiet)}
select,input,button{font:inherit;color:var(--fore);background:var(--back);border:1px solid var(--quiet);border-radius:.375rem;padding:.3rem .5rem;min-height:2.25rem;max-width:100%}
output{padding:.3rem 0}
@media(max-width:40rem){tr.point p{max-width:70vw;overflow-wrap:anywhere}dl div{display:block;margin:.4rem 0}th,td{padding:.25rem .4rem}.results,.results tbody,.results tr,.results td,.results tbody th{display:block;width:100%}.results thead{position:absolute;left:-99rem}.results caption{display:block}.results td{border-top:0}.results tr{margin-top:.5rem}.results tbody th{font-weight:600;background:var(--soft)}}
@media print{header nav,form.filters,.skip{display:none!important}}
`;

/** One page of the site. */
export interface Page {
  /** The name that the navigation marks as current; empty for none. */
  readonly name: string;
  readonly title: string;
  readonly main: Html;
}

const names: Readonly<Record<string, string>> = {
  index: 'Overview',
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

function navigation({ name }: Page, { hasDescription }: Review, links: Links): Html {
  const isShown = (key: string): boolean => {
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
