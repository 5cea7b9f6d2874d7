import { megabytes, type MemorySample } from './judge-memory.ts';
import type { LoadResult } from './run-load.ts';

/** Problems that the summary lists. */
const maxListed = 20;

/** The lines of the summary of a run. */
export function summaryOf(
  { operations, requests, restarts, compared, left, samples }: LoadResult,
  took_s: number,
  problems: readonly string[],
): readonly string[] {
  const counts = Object.entries(operations).map(([name, count]) => `${name} ${count}`);
  const ends = Object.entries(restarts).map(([signal, count]) => `${count} ${signal}`);
  return [
    `${requests} requests in ${took_s} s`,
    `operations: ${counts.join(', ')}`,
    `ends of the server: ${ends.join(', ')}`,
    `${compared} names compared after the starts; ${left} contexts left to their keep time`,
    ...samples.map(sampleLine),
    `${problems.length} problems`,
    ...problems.slice(0, maxListed),
  ];
}

function sampleLine({ progress, heap, external, resident, stored, handles }: MemorySample): string {
  const open = Object.entries(handles).map(([kind, count]) => `${count} ${kind}`);
  return [
    `at ${Math.round(progress * 100)} %: heap ${megabytes(heap)}, external ${megabytes(external)}`,
    `resident ${megabytes(resident)}, stored ${megabytes(stored)}; ${open.join(', ')}`,
  ].join(', ');
}
