import { newIndexName } from '../driver/names.ts';
import { wait } from '../base/environment.ts';
import { defined, TargetLost } from '../base/errors.ts';
import { hookRequest } from '../driver/hook-request.ts';
import type { HookName, Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { Bench, type UseHook, idsIn, same } from './trial.ts';
import { textOf } from '../base/body.ts';
import { isSuccess } from '../client/expectations.ts';
import { sql, scrolled } from './search-trials.ts';

/** So often a document has to be visible after a refresh: once may be chance. */
const refreshes = 3;

/** Writes a document, refreshes, and searches at once. Returns a note if documents are visible without a refresh. */
async function tryRefresh(bench: Bench, use: UseHook): Promise<string | void> {
  const write = async (id: string): Promise<void> =>
    void (await bench.call({ method: 'PUT', path: `/${bench.index}/_doc/${id}`, body: { n: 1 } }));
  const isVisible = async (id: string): Promise<boolean> => (await bench.ids({})).includes(id);
  let isNeeded = false;
  for (let at = 0; at < refreshes; at += 1) {
    await write(`before-${at}`);
    if (!(await isVisible(`before-${at}`))) isNeeded = true;
    await write(`after-${at}`);
    await use({ index: `${bench.index}*` });
    bench.expect(await isVisible(`after-${at}`), 'what was written before it is not visible');
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
    (bench, use) => untilGone(bench, bench.index, () => use({ index: bench.index, id: 'gone' })),
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
  ['delete_index', tryIndexDeletion],
];

/** Writes a document, uses a hook, and waits until no search of the index finds the document. */
async function untilGone(bench: Bench, index: string, use: () => Promise<unknown>): Promise<void> {
  const isThere = async (): Promise<boolean> => {
    const search = { method: 'GET', path: `/${index}/_search`, body: { size: 50 } };
    const { response } = await bench.answer(search);
    return isSuccess(response.status) && textOf(response).includes('"gone"');
  };
  await bench.call({ method: 'PUT', path: `/${index}/_doc/gone`, body: { n: 1 } });
  await bench.eventually('the document is visible', async () =>
    bench.expect(await isThere(), 'the document is not visible'),
  );
  await use();
  await bench.eventually('the document is gone', async () =>
    bench.expect(!(await isThere()), 'a search still finds the document'),
  );
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

async function tryIndexDeletion(bench: Bench, use: UseHook): Promise<void> {
  const index = `${bench.index}-gone`;
  await bench.create(index);
  await untilGone(bench, index, () => use({ index }));
}

/** Uses every hook of the profile once, on an index of its own, and undoes the effects. */
export async function tryHooks(target: Target, profile: Profile): Promise<readonly HookTrial[]> {
  const bench = new Bench(newIndexName('doctor'), target, profile);
  const found: HookTrial[] = [];
  try {
    await bench.create(bench.index);
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
