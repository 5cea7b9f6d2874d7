import { at } from '../base/assert.ts';
import type { Property } from '../fuzz/property.ts';
import { counterexampleBlock, type FuzzContext } from '../fuzz/report.ts';
import type { PropertyResult } from '../fuzz/run-property.ts';
import { stacksOf } from '../proof/stacks.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import type { Variant } from '../run/mutation.ts';
import {
  type FuzzProof,
  type TrialServer,
  type TriedProperty,
  tryProperties,
} from './fuzz-mutation.ts';

/** The number of values of each property against a stack of variants. */
const runs = 10;

/** A variant, and what properties say against it. */
interface VariantAlarms {
  readonly variant: string;
  readonly alarms: readonly PropertyResult[];
}

/** Runs all properties against all variants, in stacks. A property that fails is a false alarm, and fails the proof. */
export async function fuzzVariants(
  { prepared: { plan }, frame }: FuzzProof,
  server: TrialServer,
  properties: readonly Property[],
): Promise<ExitCode> {
  const { output, interrupt, masker } = frame;
  const against = (stack: readonly Variant[], some: readonly Property[]) => {
    const selection = { kind: 'variant', names: stack.map(({ name }) => name) } as const;
    return tryProperties({ selection, properties: some, runs, stopsAtFirst: false }, server, frame);
  };
  const about = {
    base_url: server.target.base_url,
    again: '',
    masker,
    ledger: plan.conditions.ledger,
  };
  const found: VariantAlarms[] = [];
  let tried = 0;
  for (const stack of stacksOf(plan.variants ?? [])) {
    if (interrupt.isStopping()) break;
    const together = await against(stack, properties);
    tried += stack.length;
    output.write(`${stackLine(stack, together)}\n`);
    const failed = alarmsIn(together);
    const causes = await causesOf(failed, stack, against);
    for (const line of alarmLines(causes, about)) output.write(`${line}\n`);
    found.push(...causes);
  }
  const accused = new Set(found.map(({ variant }) => variant)).size;
  output.write(
    `${properties.length} properties raise false alarms on ${accused} of ${tried} variants\n`,
  );
  if (interrupt.isStopping()) return exitCodes.interrupted;
  if (tried === 0 || properties.length === 0) return exitCodes.incomplete;
  return found.length === 0 ? exitCodes.conformant : exitCodes.failed;
}

function alarmLines(found: readonly VariantAlarms[], about: FuzzContext): readonly string[] {
  return found.flatMap(({ variant, alarms }) =>
    alarms.flatMap((alarm) => [`false alarm on ${variant}`, ...counterexampleBlock(alarm, about)]),
  );
}

/** Tries what failed on a stack again on each of its variants; what fails on none of them counts against all together. */
async function causesOf(
  failed: readonly PropertyResult[],
  stack: readonly Variant[],
  against: (
    stack: readonly Variant[],
    properties: readonly Property[],
  ) => Promise<readonly TriedProperty[]>,
): Promise<readonly VariantAlarms[]> {
  if (failed.length === 0) return [];
  const found: VariantAlarms[] = [];
  for (const variant of stack) {
    const alarms = alarmsIn(
      await against(
        [variant],
        failed.map(({ property }) => property),
      ),
    );
    if (alarms.length > 0) found.push({ variant: variant.name, alarms });
  }
  const explained = new Set(
    found.flatMap(({ alarms }) => alarms.map(({ property }) => property.id)),
  );
  const alarms = failed.filter(({ property }) => !explained.has(property.id));
  return alarms.length === 0 ? found : [...found, { variant: at(stack, 0).name, alarms }];
}

function alarmsIn(tried: readonly TriedProperty[]): readonly PropertyResult[] {
  return tried.flatMap(({ result }) => (result.counterexample === undefined ? [] : [result]));
}

function stackLine(stack: readonly Variant[], tried: readonly TriedProperty[]): string {
  const requests = tried.at(-1)?.requests ?? 0;
  const judged = tried.filter(({ result }) => result.halt === undefined && result.accepted > 0);
  const names = stack.map(({ name }) => name).join(', ');
  const failed = alarmsIn(tried).length;
  const held = judged.length - failed;
  return `${held} held, ${failed} failed, ${tried.length - held - failed} without a verdict in ${requests} requests: ${names}`;
}
