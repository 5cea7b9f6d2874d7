import { startReference } from '../index.ts';
import { costOf } from '../testing/cost.ts';
import { functionCosts } from '../testing/function-costs.ts';
import { operationCosts, prepareCosts } from '../testing/operation-costs.ts';
import { benchClient } from './client.ts';

/** Size of the small inputs; the large ones are ten times as large. */
const size = Number(process.argv[2] ?? 2000);
/** Cases above this exponent are printed, if ten times the size takes this long. */
const noted = { exponent: 1.4, time_ms: 15 };

/** Prints the cases whose cost grows faster than their input, and how many were measured. */
async function main(): Promise<void> {
  const server = await startReference({ maxBody: 2 ** 26 });
  const client = benchClient(server.url);
  const send = (line: string, body?: unknown): Promise<unknown> => {
    const [method = '', path = ''] = line.split(' ');
    return client.send(method, path, body);
  };
  try {
    await prepareCosts(send);
    const cases = [...operationCosts(send), ...functionCosts()];
    for (const one of cases) {
      const { exponent, large_ms } = await costOf(one, size, noted.time_ms);
      if (exponent < noted.exponent) continue;
      process.stdout.write(`${exponent.toFixed(2)}  ${large_ms.toFixed(0)} ms  ${one.what}\n`);
    }
    process.stdout.write(`${cases.length} cases measured\n`);
  } finally {
    client.close();
    await server.stop();
  }
}

await main();
