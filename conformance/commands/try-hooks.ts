import { newIndexName } from '../driver/names.ts';
import { wait } from '../base/environment.ts';
import { defined, TargetLost } from '../base/errors.ts';
import { hookRequest } from '../driver/hook-request.ts';
import type { HookName, Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { Bench, NotOffered, type UseHook, idsIn, same } from './trial.ts';
import { textOf } from '../base/body.ts';
import { isSuccess } from '../client/expectations.ts';
import { sql, scrolled } from './search-trials.ts';

/** So often a document has to be visible after a refresh: once may be chance. */
const refreshes = 3;

/** Writes a document, refreshes, and searches at once. Returns a note if documents are visible without a refresh. */
async function tryRefresh(bench: Bench, use: UseHook): Promise<string | void> {
  const index = `${bench.index}-refreshed`;
  await bench.create(index, { mappings: { properties: { n: { type: 'integer' } } } });
  let written = 0;
  const write = async (): Promise<void> => {
    written += 1;
    const path = `/${index}/_doc/${written}`;
    await bench.call({ method: 'PUT', path, body: { n: written } });
  };
  const isVisible = async (): Promise<boolean> => (await bench.count(index)) === written;
  let isNeeded = false;
  for (let at = 0; at < refreshes; at += 1) {
    await write();
    if (!(await isVisible())) isNeeded = true;
    await write();
    await use({ index: `${bench.index}*` });
    bench.expect(await isVisible(), 'what was written before it is not visible');
  }
  return isNeeded
    ? undefined
    : 'writes are visible at once without it, so its effect does not show';
}

/** So many documents get one routing key: by chance they are together once in a hundred cases. */
const documents = 8;

/** Writes documents under two routing keys; a filter for one key, or slices, have to show those of the key together. */
async function tryRouting(bench: Bench, use: UseHook): Promise<void> {
  const index = `${bench.index}-routed`;
  await bench.create(index, { mappings: { properties: { name: { type: 'keyword' } } } });
  const ids = Array.from({ length: documents }, (_, at) => `together-${at}`);
  for (const id of ids) await use({ index, id, routing: 'a', document: { name: id } });
  await use({ index, id: 'apart', routing: 'b', document: { name: 'apart' } });
  await bench.visible(documents + 1, index);
  for (const view of [filtered, filteredBySql, sliced]) {
    if (await view(bench, index, ids).catch(() => false)) return;
  }
  bench.expect(false, 'no filter and no slice shows the documents of one routing key together');
}

type View = (bench: Bench, index: string, ids: readonly string[]) => Promise<boolean>;

const ofKey = { terms: { _routing: ['a'] } };

const filtered: View = async (bench, index, ids) =>
  same(await bench.ids({ query: ofKey }, index), ids);

const filteredBySql: View = async (bench, index, ids) => {
  const body = { query: `SELECT name FROM "${index}"`, filter: ofKey };
  const { response } = await bench.answer({ ...sql, body });
  const text = textOf(response);
  return (
    isSuccess(response.status) && ids.every((id) => text.includes(id)) && !text.includes('apart')
  );
};

const sliced: View = async (bench, index, ids) => {
  const slices = await Promise.all(
    [0, 1].map(async (id) =>
      idsIn(await scrolled(bench, { size: documents + 1, slice: { id, max: 2 } }, index)),
    ),
  );
  // One shard is divided by id, so that all in one slice are all in one shard of several.
  return slices.some((slice) => ids.every((id) => slice.includes(id)));
};

/** The result of one harmless use of a hook. */
export interface HookTrial {
  readonly hook: HookName;
  /** Undefined if the hook works. */
  readonly problem: string | undefined;
  /** What could not be told. */
  readonly note?: string;
}

/** Uses a hook and looks at its effect; returns what could not be told. Throws a Mismatch if it has no effect. */
type HookUse = (bench: Bench, use: UseHook) => Promise<string | void>;

/** A setting of the specification and its default value. */
const setting = { name: 'search.max_open_scroll_context', value: 500 } as const;

/** A use of every hook but that of the intake, and `reset`, which would remove all data. */
const uses: readonly (readonly [HookName, HookUse])[] = [
  ['refresh', tryRefresh],
  ['routed_document', tryRouting],
  [
    'delete_document',
    (bench, use) => untilGone(bench, 'without-document', (index) => use({ index, id: 'gone' })),
  ],
  ['advance_clock', (_, use) => use({ duration: '1ms', duration_ms: 1, seconds: 0.001 })],
  [
    'cluster_setting',
    async (_, use) => {
      await use(setting);
      await use({ ...setting, value: null });
    },
  ],
  ['create_data_stream', tryStream],
  ['run_policies', (_, use) => use({})],
  ['set_shard_statistics', ({ index }, use) => use({ index, shard: 0, docs: 1, bytes: 1000 })],
  ['assign_replicas', ({ index }, use) => use({ index })],
  [
    'create_follower',
    async (bench, use) => {
      const follower = `${bench.index}-follower`;
      bench.later(bench.removal(follower));
      await use({ leader: bench.index, follower });
    },
  ],
  ['delete_index', (bench, use) => untilGone(bench, 'without-index', (index) => use({ index }))],
];

/** Writes a document to an index of its own, uses a hook, and waits until the document is gone, or its index. */
async function untilGone(
  bench: Bench,
  name: string,
  use: (index: string) => Promise<unknown>,
): Promise<void> {
  const index = `${bench.index}-${name}`;
  await bench.create(index, { mappings: { properties: { n: { type: 'integer' } } } });
  await bench.call({ method: 'PUT', path: `/${index}/_doc/gone`, body: { n: 1 } });
  await bench.visible(1, index);
  await use(index);
  await bench.eventually('the document is gone', async () => {
    const left = await bench.count(index).catch((error: unknown) => {
      if (error instanceof NotOffered) return 0;
      throw error;
    });
    bench.expect(left === 0, 'the document is still found');
  });
}

async function tryStream(bench: Bench, use: UseHook): Promise<void> {
  const stream = `${bench.index}-stream`;
  const template = { index_patterns: [stream], data_stream: {}, priority: 500 };
  const path = `/_index_template/${stream}`;
  bench.later({ method: 'DELETE', path });
  bench.later({ method: 'DELETE', path: `/_data_stream/${stream}` });
  await bench.call({ method: 'PUT', path, body: template });
  await use({ name: stream });
}

/** Uses every hook of the profile once, on an index of its own, and undoes the effects. */
export async function tryHooks(target: Target, profile: Profile): Promise<readonly HookTrial[]> {
  const bench = new Bench(newIndexName('doctor'), target, profile);
  const found: HookTrial[] = [];
  try {
    // A hook that cannot work without the index shows its refusal.
    await resultOf(() => bench.create(bench.index));
    for (const [hook, run] of uses) {
      if (profile.hooks[hook] === undefined) continue;
      found.push({ hook, ...(await resultOf(() => run(bench, useOf(hook, bench, profile)))) });
      const { undo } = profile.hooks[hook];
      if (undo !== undefined) await bench.answer(hookRequest(undo, {}));
    }
    return found;
  } finally {
    await bench.close();
  }
}

function useOf(hook: HookName, bench: Bench, { hooks }: Profile): UseHook {
  const template = defined(hooks[hook], 'hook of the profile');
  return async (values) => {
    await bench.call(hookRequest(template, values));
    await wait(template.takes_ms ?? 0);
  };
}

/** Why the hook does not work, or what could not be told. Throws TargetLost if the server does not answer any more. */
async function resultOf(use: () => Promise<string | void>): Promise<Omit<HookTrial, 'hook'>> {
  try {
    const note = await use();
    return { problem: undefined, ...(typeof note === 'string' ? { note } : {}) };
  } catch (error) {
    if (error instanceof TargetLost || !(error instanceof Error)) throw error;
    return { problem: error.message };
  }
}
