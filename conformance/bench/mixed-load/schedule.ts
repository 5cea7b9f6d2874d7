/** The time from a start of the server to its end. */
export interface Life {
  /** The share of the whole run after which it ends. */
  readonly until: number;
  readonly end: 'SIGTERM' | 'SIGKILL';
  /** The shares of the whole run at which memory is measured. */
  readonly samples: readonly number[];
}

/** Ages at which memory is measured, as shares of a long life. */
const sampledAges = [0.3, 0.6, 0.95];

/**
 * The lives of the servers of a run: many short ones in the first and third quarter, ended by turns with SIGKILL and
 * SIGTERM, and one long one in the second and the last quarter each. Memory is measured at the same ages of both.
 */
export function planLives(shortLives: number): readonly Life[] {
  return [...shortOnes(0, shortLives), longOne(0.25), ...shortOnes(0.5, shortLives), longOne(0.75)];
}

function shortOnes(from: number, shortLives: number): readonly Life[] {
  return Array.from({ length: shortLives }, (_, at) => ({
    until: from + (0.25 * (at + 1)) / shortLives,
    end: at % 2 === 0 ? 'SIGKILL' : 'SIGTERM',
    samples: [],
  }));
}

function longOne(from: number): Life {
  const samples = sampledAges.map((age) => from + 0.25 * age);
  return { until: from + 0.25, end: from < 0.5 ? 'SIGKILL' : 'SIGTERM', samples };
}
