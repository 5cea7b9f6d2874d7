import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Loaded before an instrumented server. The query of its URL may name the mutant that is active from the start
 * (`active`), and a folder for what the process has covered when it exits (`coverage`). A parent process switches mutants
 * and asks for the coverage by messages.
 */

/** What Stryker's switches read and write. */
interface StrykerState {
  activeMutant?: string;
  currentTestId?: string;
  mutantCoverage?: {
    static: Record<string, number>;
    perTest: Record<string, Record<string, number>>;
  };
}

/** A question of the parent: makes a mutant active, none if it is empty; then asks for the coverage since the last one. */
export interface SwitchRequest {
  readonly active: string;
  readonly wantsCoverage: boolean;
}

/** The answer: the numbers of the mutants that were reached, if asked for. */
export interface SwitchAnswer {
  readonly covered: readonly number[];
}

const { searchParams } = new URL(import.meta.url);
const state: StrykerState = { activeMutant: searchParams.get('active') ?? '' };
(globalThis as unknown as Record<string, unknown>)['__stryker__'] = state;

process.on('message', (message) => {
  const { active, wantsCoverage } = message as SwitchRequest;
  state.activeMutant = active;
  const answer: SwitchAnswer = { covered: wantsCoverage ? takeCoverage() : [] };
  process.send?.(answer);
});
process.on('disconnect', () => process.exit());

const folder = searchParams.get('coverage');
if (folder !== null) {
  process.on('exit', () =>
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(takeCoverage())),
  );
}

function takeCoverage(): readonly number[] {
  const { mutantCoverage: coverage } = state;
  if (coverage === undefined) return [];
  const covered = Object.keys(coverage.static).map(Number);
  // The switches keep a reference to the outer object only.
  coverage.static = {};
  return covered;
}
