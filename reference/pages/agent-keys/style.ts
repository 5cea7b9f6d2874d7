/** The style sheet. It follows the colour scheme of the device, and uses one column on small screens. */
export const style = `:root {
  color-scheme: light dark;
  --back: #ffffff; --card: #f4f6f9; --text: #1b2330; --soft: #4a5568; --line: #8793a6;
  --link: #0b57b0; --button: #0b57b0; --on-button: #ffffff; --bad: #a8201a; --good: #14603a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #12161d; --card: #1c232d; --text: #e8ecf2; --soft: #b3bdcb; --line: #6d7a8d;
    --link: #8cbcff; --button: #8cbcff; --on-button: #10151c; --bad: #ff9a92; --good: #7fd6a5;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere; }
main, nav { max-width: 46rem; margin: 0 auto; padding: 0 1rem; }
nav { padding-top: 1rem; color: var(--soft); }
nav ol { display: flex; gap: 0.5rem; margin: 0; padding: 0; list-style: none; }
nav li + li::before { content: "/"; margin-right: 0.5rem; }
h1 { margin: 0.5rem 0 1rem; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 2rem 0 0.75rem; font-size: 1.2rem; }
a { color: var(--link); }
form.create, .secret { padding: 1rem; background: var(--card); border-radius: 0.5rem; }
fieldset { margin: 1.25rem 0; padding: 0; border: 0; }
legend, label.field { display: block; margin-bottom: 0.25rem; padding: 0; font-weight: 600; }
.choice { display: flex; gap: 0.6rem; align-items: baseline; padding: 0.3rem 0; }
.choice input { width: 1.15rem; height: 1.15rem; flex: none; }
.hint { margin: 0 0 0.4rem; color: var(--soft); }
.problem { margin: 0 0 0.4rem; color: var(--bad); font-weight: 600; }
input[type="text"], textarea { width: 100%; padding: 0.55rem; border: 1px solid var(--line); border-radius: 0.3rem;
  background: var(--back); color: inherit; font: inherit; }
textarea { field-sizing: content; resize: none; }
textarea { font-family: ui-monospace, monospace; }
input[aria-invalid="true"] { border-color: var(--bad); border-width: 2px; }
button { min-height: 2.75rem; padding: 0.5rem 1.1rem; border: 1px solid var(--button); border-radius: 0.3rem;
  background: var(--button); color: var(--on-button); font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
`;
