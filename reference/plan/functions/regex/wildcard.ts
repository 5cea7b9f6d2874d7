import { at } from '../../../base/assert.ts';
/** One step of a pattern: a character, any one (`?`), or any run (`*`). */
type Step = { readonly literal: string } | '?' | '*';

/**
 * Takes a pattern of LIKE (`*` any run of characters, `?` one, a backslash before a character takes it as it is);
 * returns a test of whole texts. Its time grows with pattern times text at worst.
 */
export function wildcardTest(pattern: string): (text: string) => boolean {
  const steps = parseWildcard(pattern);
  return simpleTest(steps) ?? ((text) => runSteps(steps, Array.from(text)));
}

function parseWildcard(pattern: string): readonly Step[] {
  const steps: Step[] = [];
  const characters = Array.from(pattern);
  for (let index = 0; index < characters.length; index++) {
    const character = at(characters, index);
    if (character === '*') {
      if (steps.at(-1) !== '*') steps.push('*');
    } else if (character === '?') steps.push('?');
    else if (character === '\\') steps.push({ literal: characters[++index] ?? '\\' });
    else steps.push({ literal: character });
  }
  return steps;
}

/** The commonest forms: a text, and a text with a star before it, after it or on both sides. */
function simpleTest(steps: readonly Step[]): ((text: string) => boolean) | undefined {
  const before = steps[0] === '*';
  const behind = steps.length > 1 && steps.at(-1) === '*';
  const middle = steps.slice(before ? 1 : 0, behind ? -1 : undefined);
  if (middle.some((step) => typeof step === 'string')) return undefined;
  const part = middle.map((step) => (typeof step === 'string' ? '' : step.literal)).join('');
  if (before && behind) return (text) => text.includes(part);
  if (before) return (text) => text.endsWith(part);
  return behind ? (text) => text.startsWith(part) : (text) => text === part;
}

/** On a mismatch only the last star takes one character more. */
function runSteps(steps: readonly Step[], characters: readonly string[]): boolean {
  let at = 0;
  let step = 0;
  let star = -1;
  let taken = 0;
  while (at < characters.length) {
    const current = steps[step];
    if (current === '*') {
      star = step++;
      taken = at;
    } else if (isMet(current, characters[at])) {
      at++;
      step++;
    } else if (star !== -1) {
      step = star + 1;
      at = ++taken;
    } else return false;
  }
  return steps.slice(step).every((rest) => rest === '*');
}

function isMet(step: Step | undefined, character: string | undefined): boolean {
  return step === '?' || (typeof step === 'object' && step.literal === character);
}
