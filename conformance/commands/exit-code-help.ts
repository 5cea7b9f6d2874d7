/** What the same exit codes mean for all commands that send requests. */
const common = {
  4: 'the server cannot be reached, or was lost',
  5: 'defect of the kit',
  6: 'a report or the output could not be written',
  130: 'interrupted',
};

/** What the exit codes of `run` and `merge` mean, for their help. */
export const runExitCodes = helpOf({
  0: 'all claimed clauses conform, or fail as the known failures say',
  1: 'a clause fails, or an entry of the known failures is fixed, changed or expired',
  2: 'wrong flag, profile, baseline, configuration or report; nothing ran',
  3: 'something could not be judged, or nothing was',
  ...common,
});

/** What the exit codes of `fuzz` mean. */
export const fuzzExitCodes = helpOf({
  0: 'every property held for all values',
  1: 'a property does not hold; the counterexample is shown',
  2: 'wrong flag, profile or configuration; nothing ran',
  3: 'a property could not be tested, or the time was too short to try every one',
  ...common,
});

/** What the exit codes of `diff` mean. */
export const diffExitCodes = helpOf({
  0: 'no answer differs',
  1: 'answers differ',
  2: 'wrong flag, profile or configuration; nothing ran',
  3: 'no request was accepted by both servers',
  ...common,
  4: 'a server cannot be reached, or was lost',
});

/** What the exit codes of `prove` mean. */
export const proofExitCodes = helpOf({
  0: 'every fault is caught, and every legal server passes',
  1: 'a fault is missed, or a legal server fails',
  2: 'wrong flag or profile; nothing ran',
  3: 'something could not be decided',
  ...common,
});

/** What the exit codes of `compare` mean. */
export const compareExitCodes = helpOf({
  0: 'nothing regressed',
  1: 'a scenario that succeeded before does not any more',
  2: 'wrong flag or report',
  3: 'a scenario that succeeded before is missing from the later report of the same version of the kit',
});

/** What the exit codes of `baseline update` mean. */
export const baselineExitCodes = helpOf({
  0: 'the file is written, or was right already',
  2: 'wrong flag, report or baseline; nothing is written',
  6: 'the file could not be written',
});

function helpOf(meanings: Readonly<Record<number, string>>): string {
  const lines = Object.entries(meanings).map(
    ([code, meaning]) => `  ${code.padEnd(3)}  ${meaning}`,
  );
  return `\nExit codes:\n${lines.join('\n')}\n`;
}
