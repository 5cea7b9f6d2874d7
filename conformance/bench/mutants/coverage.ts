import type { Scenario } from '../../report/scenario.ts';
import type { Lane } from './lane.ts';
import type { Mutant } from './mutant.ts';
import type { Candidate } from './try-mutant.ts';

/** What the server and each scenario reach without an active mutant; numbers of mutants as bits in base64. */
export interface Coverage {
  /** What is reached while the server starts. */
  readonly startup: string;
  /** The scenarios that passed. */
  readonly scenarios: readonly ScenarioCoverage[];
}

interface ScenarioCoverage {
  readonly id: string;
  readonly duration_ms: number;
  readonly covered: string;
}

/** Runs each scenario alone; throws if one does not pass, as nothing can be measured then. */
export async function measureCoverage(
  scenarios: readonly Scenario[],
  lanes: readonly Lane[],
): Promise<Coverage> {
  const left = [...scenarios];
  const measured: ScenarioCoverage[] = [];
  const startup = new Set<number>();
  const work = async (lane: Lane): Promise<void> => {
    for (const number of lane.startup) startup.add(number);
    for (let scenario = left.shift(); scenario !== undefined; scenario = left.shift()) {
      const { result, covered } = await lane.cover(scenario);
      const { outcome, duration_ms } = result;
      if (outcome === 'not-claimed') continue;
      if (outcome !== 'passed' && outcome !== 'observed') {
        throw new Error(`${scenario.id} ends with ${outcome} without a mutant`);
      }
      measured.push({ id: scenario.id, duration_ms, covered: toBits(covered) });
    }
  };
  await Promise.all(lanes.map(work));
  return { startup: toBits(startup), scenarios: measured };
}

/** Returns the mutants with the scenarios that reach them. */
export function candidatesOf(
  chosen: readonly Mutant[],
  mutants: readonly Mutant[],
  { coverage, scenarios }: { readonly coverage: Coverage; readonly scenarios: readonly Scenario[] },
): readonly Candidate[] {
  const known = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const startup = fromBits(coverage.startup);
  const entries = coverage.scenarios.flatMap(({ id, duration_ms, covered }) => {
    const scenario = known.get(id);
    return scenario === undefined ? [] : [{ scenario, duration_ms, bits: fromBits(covered) }];
  });
  return chosen.map((mutant) => {
    const number = Number(mutant.id);
    const sameFile = mutants.filter(({ file }) => file === mutant.file).map(({ id }) => Number(id));
    const isStartup = has(startup, number);
    const reaching = entries.filter(({ bits }) => isStartup || has(bits, number));
    const ranked = reaching.map(({ scenario, duration_ms, bits }) => ({
      scenario,
      duration_ms,
      reaches: has(bits, number),
      // A scenario that reaches much of the file is more likely to be about it.
      near: sameFile.filter((one) => has(bits, one)).length,
    }));
    ranked.sort(
      (a, b) =>
        Number(b.reaches) - Number(a.reaches) || b.near - a.near || a.duration_ms - b.duration_ms,
    );
    return { mutant, startup: isStartup, scenarios: ranked.map(({ scenario }) => scenario) };
  });
}

function toBits(numbers: Iterable<number>): string {
  const list = [...numbers];
  const bits = Buffer.alloc(Math.ceil((list.reduce((a, b) => Math.max(a, b), 0) + 1) / 8));
  for (const number of list) bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7));
  return bits.toString('base64');
}

function fromBits(text: string): Buffer {
  return Buffer.from(text, 'base64');
}

function has(bits: Buffer, number: number): boolean {
  return ((bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
}
