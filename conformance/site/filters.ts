import { signs } from '../report/verdict.ts';
import { html, Html } from './html.ts';
import type { Review } from './model.ts';

/**
 * Hides the clauses that do not match, and headings with nothing left below them. The page is complete without it: the
 * form is shown by the script.
 */
const script = `(() => {
const form = document.querySelector('form.filters');
if (!form) return;
form.hidden = false;
const clauses = [...document.querySelectorAll('[data-clause]')];
const texts = clauses.map((one) => one.textContent.toLowerCase());
const groups = [...document.querySelectorAll('[data-group]')].reverse();
const count = form.querySelector('output');
const apply = () => {
  const value = (name) => form.elements[name] ? form.elements[name].value : '';
  const words = value('word').toLowerCase().split(/\\s+/).filter(Boolean);
  let left = 0;
  clauses.forEach((one, at) => {
    const { chapter, level, verdicts } = one.dataset;
    const fits = (!value('chapter') || value('chapter') === chapter)
      && (!value('level') || value('level') === level)
      && (!value('verdict') || verdicts.split(' ').includes(value('verdict')))
      && words.every((word) => texts[at].includes(word));
    one.hidden = !fits;
    if (fits) left += 1;
  });
  for (const group of groups) group.hidden = !group.querySelector('[data-clause]:not([hidden])');
  count.value = left + ' of ' + clauses.length + ' clauses';
};
form.addEventListener('input', apply);
form.addEventListener('reset', () => setTimeout(apply));
form.addEventListener('submit', (event) => event.preventDefault());
apply();
})();`;

/** The script of the filters. */
export const filterScript = html`<script>
  ${new Html(script)};
</script>`;

/** The form of the filters; `chapters` is empty where a page has only one. */
export function filterForm({ servers }: Review, chapters: readonly string[]): Html {
  const verdicts = servers.length === 0 ? [] : [...Object.keys(signs), 'not-run'];
  return html`<form class="filters" role="search" aria-label="Filter clauses" hidden>
    ${choice('chapter', 'Chapter', chapters)}
    ${choice('level', 'Level', ['MUST', 'SHOULD', 'SILENT'])}
    ${choice('verdict', 'Verdict', verdicts)}
    <label>Word <input type="search" name="word" autocomplete="off" spellcheck="false" /></label>
    <button type="reset">Clear</button>
    <output aria-live="polite"></output>
  </form>`;
}

function choice(name: string, label: string, values: readonly string[]): Html | undefined {
  if (values.length === 0) return undefined;
  const options = values.map((value) => html`<option>${value}</option>`);
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">all</option>
      ${options}
    </select></label
  >`;
}
