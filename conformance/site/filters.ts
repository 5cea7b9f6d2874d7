import { signs } from '../report/verdict.ts';
import { html, Html } from './html.ts';
import type { Review } from './model.ts';

/**
 * Hides what does not match, and headings with nothing left below them. The page is complete without it: the form is shown
 * by the script. What is chosen stands in the address, so that a link shows the same again. A link to something that the
 * choice hides clears the choice.
 */
const script = `(() => {
const form = document.querySelector('form.filters');
const target = () => document.getElementById(decodeURIComponent(location.hash.slice(1)));
const land = (one) => {
  for (let at = one; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  one?.scrollIntoView({ behavior: 'instant', block: 'start' });
};
if (!form) return land(target());
form.hidden = false;
const fields = [...form.elements].filter((one) => one.name);
const items = [...document.querySelectorAll('[data-clause]')];
const texts = items.map((one) => one.textContent.toLowerCase());
const groups = [...document.querySelectorAll('[data-group]')].reverse();
const count = form.querySelector('output');
// Under the rows of the specification, a clause may be listed twice.
const clausesIn = (list) => new Set(list.map((one) => one.dataset.clause)).size;
const chosen = () => new Map(fields
  .map((one) => [one.name, one.type === 'checkbox' ? one.checked && 'yes' : one.value])
  .filter(([, value]) => value));
const apply = () => {
  const wanted = chosen();
  const words = (wanted.get('word') ?? '').toLowerCase().split(/\\s+/).filter(Boolean);
  items.forEach((one, at) => {
    const { chapter, level, verdicts = '' } = one.dataset;
    const given = verdicts.split(' ');
    const server = wanted.get('server');
    const own = server === undefined ? given : [given[Number(server)]];
    const fits = [[wanted.get('chapter'), chapter], [wanted.get('level'), level]].every(([a, b]) => !a || a === b)
      && (!wanted.has('verdict') || own.includes(wanted.get('verdict')))
      && (!wanted.has('differ') || 'differs' in one.dataset)
      && words.every((word) => texts[at].includes(word));
    one.hidden = !fits;
  });
  for (const group of groups) group.hidden = !group.querySelector('[data-clause]:not([hidden])');
  const left = items.filter((one) => !one.hidden);
  count.value = clausesIn(left) + ' of ' + clausesIn(items) + ' clauses';
};
const read = () => {
  const given = new URLSearchParams(location.search);
  for (const one of fields) {
    const value = given.get(one.name) ?? '';
    if (one.type === 'checkbox') one.checked = value !== '';
    else one.value = value;
    if (one.selectedIndex === -1) one.selectedIndex = 0;
  }
  apply();
  const one = target();
  if (one?.closest('[hidden]')) {
    for (const field of fields) field.type === 'checkbox' ? field.checked = false : field.value = '';
    apply();
    go(location.pathname + location.hash, 'replaceState');
  }
  land(one);
};
const go = (address, how) => { try { history[how](null, '', address); } catch {} };
const change = () => {
  apply();
  const query = new URLSearchParams([...chosen()]).toString();
  go(location.pathname + (query && '?' + query), 'replaceState');
};
form.addEventListener('input', change);
form.addEventListener('reset', () => setTimeout(change));
form.addEventListener('submit', (event) => event.preventDefault());
addEventListener('popstate', read);
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const to = new URL(link.href);
  if (to.pathname !== location.pathname || to.search === location.search) return;
  if (to.protocol !== location.protocol || to.host !== location.host) return;
  event.preventDefault();
  go(to.href, 'pushState');
  read();
});
read();
})();`;

/** The script of the filters. */
export const filterScript = html`<script>
  ${new Html(script)};
</script>`;

/** The form of the filters; `chapters` is empty where a page has only one. */
export function filterForm({ servers }: Review, chapters: readonly string[]): Html {
  const same = (values: readonly string[]) => values.map((value) => [value, value] as const);
  const verdicts = servers.length === 0 ? [] : [...Object.keys(signs), 'not-run'];
  const isCompared = servers.length > 1;
  const names = isCompared ? servers.map(({ name }, at) => [`${at}`, name] as const) : [];
  return html`<form class="filters" role="search" aria-label="Filter clauses" hidden>
    ${choice('chapter', 'Chapter', same(chapters))}
    ${choice('level', 'Level', same(['MUST', 'SHOULD', 'SILENT']))}
    ${choice('verdict', 'Verdict', same(verdicts))} ${choice('server', 'Of', names)}
    <label>Word <input type="search" name="word" autocomplete="off" spellcheck="false" /></label>
    ${isCompared ? html`<label class="check"><input type="checkbox" name="differ" /> differences only</label>` : undefined}
    <button type="reset">Clear</button>
    <output aria-live="polite"></output>
  </form>`;
}

function choice(
  name: string,
  label: string,
  values: readonly (readonly [value: string, text: string])[],
): Html | undefined {
  if (values.length === 0) return undefined;
  const options = values.map(([value, text]) => html`<option value="${value}">${text}</option>`);
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">all</option>
      ${options}
    </select></label
  >`;
}
