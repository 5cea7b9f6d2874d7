/** `open` where the interface can be read in more than one way, or a moment is too close to tell. */
export type Verdict = 'yes' | 'no' | 'open';

/** What it comes to where one is enough. */
export function any(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('yes')) return 'yes';
  return verdicts.includes('open') ? 'open' : 'no';
}

/** What it comes to where all are needed. */
export function all(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('no')) return 'no';
  return verdicts.includes('open') ? 'open' : 'yes';
}
