import { jsonOf, textOf } from '../base/body.ts';
import { isSuccess } from '../client/expectations.ts';
import { valueAt } from '../client/json-path.ts';
import { sql } from './query-trials.ts';
import { same } from './search-trials.ts';
import { type Bench, idsIn, type UseHook } from './trial.ts';

/** So often a document has to be visible after a refresh: once may be chance. */
const refreshes = 3;

/** Writes a document, refreshes, and searches at once. Returns a note if documents are visible without a refresh. */
export async function tryRefresh(bench: Bench, use: UseHook): Promise<string | void> {
  const write = async (id: string): Promise<void> =>
    void (await bench.call({ method: 'PUT', path: `/${bench.index}/_doc/${id}`, body: { n: 1 } }));
  const isVisible = async (id: string): Promise<boolean> => (await bench.ids({})).includes(id);
  let isNeeded = false;
  for (let at = 0; at < refreshes; at += 1) {
    await write(`before-${at}`);
    if (!(await isVisible(`before-${at}`))) isNeeded = true;
    await write(`after-${at}`);
    await use({ index: bench.index });
    bench.expect(await isVisible(`after-${at}`), 'what was written before it is not visible');
  }
  return isNeeded
    ? undefined
    : 'writes are visible at once without it, so its effect does not show';
}

/** So many documents get one routing key: by chance they are together once in a hundred cases. */
const documents = 8;

/** Writes documents under two routing keys; a filter for one key, or slices, have to show those of the key together. */
export async function tryRouting(bench: Bench, use: UseHook): Promise<void> {
  const index = `${bench.index}-routed`;
  await bench.create(index, { mappings: { properties: { name: { type: 'keyword' } } } });
  const ids = Array.from({ length: documents }, (_, at) => `together-${at}`);
  for (const id of ids) await use({ index, id, routing: 'a', document: { name: id } });
  await use({ index, id: 'apart', routing: 'b', document: { name: 'apart' } });
  await bench.eventually('the documents are visible', async () =>
    bench.expect((await bench.ids({}, index)).length === documents + 1, 'not all are visible'),
  );
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
    [0, 1].map(async (part) => {
      const path = `/${index}/_search?scroll=10s`;
      const body = { size: documents + 1, slice: { id: part, max: 2 } };
      const answer = jsonOf(await bench.call({ method: 'POST', path, body }));
      const id = valueAt(answer, '_scroll_id');
      bench.later({ method: 'DELETE', path: '/_search/scroll', body: { scroll_id: id } });
      return idsIn(answer);
    }),
  );
  // One shard is divided by id, so that all in one slice are all in one shard of several.
  return slices.some((slice) => ids.every((id) => slice.includes(id)));
};
