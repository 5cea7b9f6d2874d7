// A run with the default number of values has to try every pair of the dimensions of each property.
import { readFileSync } from 'node:fs';

/** A table with fewer pairs has lost dimensions. */
const leastPairs = 500;

const { scenarios } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const tried = scenarios.flatMap(({ id, generated }) =>
  generated?.pairs === undefined ? [] : [{ id, ...generated.pairs }],
);
for (const { id, covered, possible } of tried)
  process.stdout.write(`${id}: ${covered} of ${possible} pairs\n`);
const isComplete = tried.every(
  ({ covered, possible }) => covered === possible && possible > leastPairs,
);
process.exitCode = tried.length > 0 && isComplete ? 0 : 1;
