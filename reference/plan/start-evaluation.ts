import type { Evaluation, EvaluationProblem } from './expression.ts';
import type { SourceLocation } from './syntax.ts';

/** Maximum number of warnings kept for one location of a query text. */
const maxNotes = 20;

/** Maximum number of locations for which warnings are kept. */
const maxPlaces = 100;

/** The evaluation of one query, which collects warnings. */
export type WarningList = ReturnType<typeof startEvaluation>;

/** Takes the settings that functions depend on; returns the evaluation of one query. */
export function startEvaluation(given: Pick<Evaluation, 'now_ms' | 'zone' | 'locale'>) {
  const notes = new Map<string, Set<string>>();
  const warn = (place: SourceLocation, { type, reason }: EvaluationProblem): void => {
    const at = `Line ${place.line}:${place.column}`;
    const key = `${at}: evaluation of [${shorten(place.text)}]`;
    let texts = notes.get(key);
    if (texts === undefined) {
      if (notes.size >= maxPlaces) return;
      texts = new Set();
      notes.set(key, texts);
    }
    if (texts.size < maxNotes) texts.add(`${at}: ${type}: ${reason}`);
  };
  return {
    ...given,
    isDue: () => true,
    warn,
    /** The warnings so far as texts for the `Warning` header. */
    warnings: (): readonly string[] =>
      [...notes].flatMap(([key, texts]) => [`${key} ${recorded}`, ...texts]),
  };
}

/** Maximum number of characters of the query text that a warning quotes. */
const maxText = 500;

function shorten(text: string): string {
  return text.length <= maxText ? text : `${text.slice(0, maxText)}…`;
}

const recorded = `failed, treating result as null. Only first ${maxNotes} failures recorded.`;
