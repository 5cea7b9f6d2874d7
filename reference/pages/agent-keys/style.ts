/** The style sheet. Its colours are those of the device, and it has one column, which fits on small screens. */
export const style = `:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { max-width: 46rem; margin: 1rem auto; padding: 0 1rem; background: Canvas; color: CanvasText;
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
nav ol { display: flex; gap: 0.5rem; padding: 0; list-style: none; }
nav li + li::before { content: "/"; margin-right: 0.5rem; }
fieldset { margin: 1rem 0; padding: 0; border: 0; }
legend, label.field, .problem { display: block; padding: 0; font-weight: 600; }
.hint, .problem { margin: 0 0 0.4rem; }
.problem { color: light-dark(#a8201a, #ff9a92); }
.choice { padding: 0.3rem 0; }
input[type="text"], textarea, button { padding: 0.5rem; font: inherit; }
input[type="text"], textarea { width: 100%; }
input[aria-invalid="true"] { border: 2px solid light-dark(#a8201a, #ff9a92); }
button { min-height: 2.75rem; }
`;
