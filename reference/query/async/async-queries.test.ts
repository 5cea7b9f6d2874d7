import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Environment } from '../../base/environment.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { QueryTask } from '../../plan/task.ts';
import type { AsyncAnswer } from './async-queries.ts';
import {
  day_ms,
  refusedAs,
  roomy,
  setUp,
  settled,
  slowQuery,
} from '../../testing/async-query-fixtures.ts';

describe('the states of an asynchronous query', () => {
  it('is finished at once if it ends within the wait, and can still be fetched', async () => {
    const { queries, begin, now } = setUp();
    const { task, finish } = slowQuery();
    const answering = begin(task);
    finish(3);
    const answer = await answering;
    assert.equal(answer.result?.figures.documents_found, 3);
    for (let turn = 0; turn < 2; turn++) {
      const again = await queries.get(answer.id, now);
      assert.equal(again.result, answer.result);
      assert.equal(again.note, 'noted');
    }
  });

  it('continues after the wait, and a later fetch that waits returns the result', async () => {
    const { queries, running, now } = setUp();
    const { id, finish } = await running();
    assert.equal((await queries.get(id, now)).result, undefined);
    const fetching = queries.get(id, { ...now, wait_ms: 60_000 });
    finish(4);
    assert.equal((await fetching).result?.figures.documents_found, 4);
  });

  it('is reported as running if the wait of a fetch ends first', async () => {
    const { clock, queries, running, now } = setUp();
    const { id } = await running();
    let answer: AsyncAnswer<string> | undefined;
    const fetching = queries.get(id, { ...now, wait_ms: 500 }).then((got) => (answer = got));
    clock.advance(499);
    await settled();
    assert.equal(answer, undefined);
    clock.advance(1);
    await fetching;
    assert.deepEqual(answer, { id, note: 'noted', result: undefined });
  });

  it('is finished with a partial result by a stop, and keeps it', async () => {
    const { queries, running, now } = setUp();
    const { id } = await running();
    const stopped = await queries.stop(id);
    assert.equal(stopped.result?.figures.is_partial, true);
    assert.equal((await queries.get(id, now)).result, stopped.result);
    assert.equal((await queries.stop(id)).result, stopped.result);
  });

  it('can be stopped before its indices are open', async () => {
    const { clock, queries } = setUp();
    const { task } = slowQuery();
    let open: (task: QueryTask) => void = () => undefined;
    const opening = new Promise<QueryTask>((resolve) => (open = resolve));
    const answering = queries.start({
      begin: () => opening,
      note: '',
      wait_ms: 10,
      keep_ms: day_ms,
    });
    clock.advance(10);
    const stopping = queries.stop((await answering).id);
    open(task);
    assert.equal((await stopping).result?.figures.is_partial, true);
  });

  it('keeps its result if it is stopped after its end', async () => {
    const { queries, running } = setUp();
    const { id, finish } = await running();
    finish(5);
    await settled();
    assert.equal((await queries.stop(id)).result?.figures.is_partial, false);
  });

  it('is cancelled and removed when it is deleted', async () => {
    const { queries, budgets, running, now } = setUp();
    const { id, isCancelled } = await running();
    const fetching = queries.get(id, { ...now, wait_ms: 60_000 });
    queries.remove(id);
    const gone = refusedAs('resource_not_found_exception', new RegExp(`^${id}$`));
    await assert.rejects(fetching, gone);
    assert.equal(isCancelled(), true);
    assert.throws(() => queries.remove(id), gone);
    await assert.rejects(queries.get(id, now), gone);
    await assert.rejects(queries.stop(id), gone);
    assert.deepEqual(queries.counts(), { running: 0, stored: 0 });
    assert.equal(budgets.held_bytes, 0);
  });

  it('reports a failure to the first request, and is not kept', async () => {
    const { queries, begin } = setUp();
    const failure = new ServiceError('verification_exception', 'Unknown column [x]');
    await assert.rejects(
      begin(slowQuery().task, { begin: () => Promise.reject(failure) }),
      failure,
    );
    assert.equal(queries.counts().stored, 0);
  });

  it('reports a later failure to every fetch', async () => {
    const { queries, running, now } = setUp();
    const { id, fail } = await running();
    const failure = new ServiceError('circuit_breaking_exception', 'Data too large');
    fail(failure);
    await settled();
    await assert.rejects(queries.get(id, now), failure);
    await assert.rejects(queries.stop(id), failure);
  });

  it('is cancelled if the client disconnects before it has the id', async () => {
    const { queries, begin } = setUp();
    const client = new AbortController();
    const { task, isCancelled } = slowQuery();
    const answering = begin(task, { signal: client.signal });
    await settled();
    client.abort();
    await answering;
    await settled();
    assert.equal(isCancelled(), true);
    assert.equal(queries.counts().stored, 0);
  });
});

describe('an asynchronous query under test control', () => {
  it('rests after each step, except for its first one', async () => {
    const { clock, queries } = setUp({ ...roomy, rest_ms: 40 });
    let steps = 0;
    const begin = async (environment: Environment): Promise<QueryTask> => {
      for (; steps < 5; steps++) await environment.yieldToEventLoop();
      return slowQuery().task;
    };
    const answering = queries.start({ begin, note: '', wait_ms: 1000, keep_ms: day_ms });
    const seen: number[] = [];
    for (const pause_ms of [0, 39, 1, 40, 40, 1000]) {
      clock.advance(pause_ms);
      await settled();
      seen.push(steps);
    }
    await answering;
    assert.deepEqual(seen, [1, 1, 2, 3, 4, 5]);
  });

  it('does not rest any more after a stop', async () => {
    const { queries } = setUp({ ...roomy, rest_ms: day_ms });
    let steps = 0;
    const begin = async (environment: Environment): Promise<QueryTask> => {
      for (; steps < 5; steps++) await environment.yieldToEventLoop();
      return slowQuery().task;
    };
    const { id } = await queries.start({ begin, note: '', wait_ms: 0, keep_ms: day_ms });
    await settled();
    assert.equal(steps, 1);
    await queries.stop(id);
    assert.equal(steps, 5);
  });
});

describe('the time for which an asynchronous query is kept', () => {
  it('counts from its start, and a running query is cancelled at its end', async () => {
    const { clock, queries, running, now } = setUp();
    const first = await running({ keep_ms: 60_000 });
    clock.advance(58_999);
    await queries.get(first.id, now);
    clock.advance(1);
    await assert.rejects(
      queries.get(first.id, now),
      refusedAs('resource_not_found_exception', /./),
    );
    assert.equal(first.isCancelled(), true);
  });

  it('starts again with a fetch that sets it', async () => {
    const { clock, queries, budgets, running, now } = setUp();
    const { id, finish } = await running({ keep_ms: 60_000 });
    finish(1);
    await settled();
    assert.ok(budgets.held_bytes > 0);
    await queries.get(id, { ...now, keep_ms: day_ms });
    clock.advance(day_ms - 1);
    await queries.get(id, now);
    clock.advance(1);
    await assert.rejects(queries.get(id, now), refusedAs('resource_not_found_exception', /./));
    await settled();
    assert.equal(budgets.held_bytes, 0);
  });
});

describe('the limits of asynchronous queries', () => {
  it('refuses a query if too many are running', async () => {
    const { queries, running, begin, now } = setUp({ ...roomy, running: 1 });
    const first = await running();
    await assert.rejects(
      begin(slowQuery().task),
      refusedAs('too_many_requests_exception', /at most \[1\] may be running/),
    );
    first.finish(1);
    await settled();
    await queries.get(first.id, now);
    await running();
  });

  it('refuses a query if too many are kept', async () => {
    const { queries, running, begin } = setUp({ ...roomy, stored: 1 });
    const { id, finish } = await running();
    finish(1);
    await settled();
    await assert.rejects(
      begin(slowQuery().task),
      refusedAs('too_many_requests_exception', /at most \[1\] may be stored/),
    );
    queries.remove(id);
    await running();
  });

  it('refuses a result if all results together take too much memory', async () => {
    const { queries, running, now } = setUp(roomy, 100_000);
    const [first, second] = [await running(), await running()];
    first.finish(1000);
    await settled();
    second.finish(2000);
    await settled();
    assert.equal((await queries.get(first.id, now)).result?.figures.documents_found, 1000);
    await assert.rejects(
      queries.get(second.id, now),
      refusedAs('circuit_breaking_exception', /\[100000b\] \(--max-stored-memory\)$/),
    );
    queries.remove(first.id);
    await settled();
    const third = await running();
    third.finish(2000);
    await settled();
    assert.equal((await queries.get(third.id, now)).result?.figures.documents_found, 2000);
  });
});

it('refuses malformed ids, and creates ids that cannot be guessed', async () => {
  const { clock, queries, running, now } = setUp();
  const { id } = await running();
  const other = (await running()).id;
  assert.notEqual(id.slice(0, 30), other.slice(0, 30));
  const bytes = Buffer.from(id, 'base64url');
  bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1);
  const forged = bytes.toString('base64url');
  await assert.rejects(queries.get(forged, now), refusedAs('resource_not_found_exception', /./));
  for (const wrong of ['', 'x', `${id}A`, `${id.slice(0, -1)}!`]) {
    await assert.rejects(
      queries.get(wrong, now),
      refusedAs('illegal_argument_exception', /^invalid id: \[/),
      wrong,
    );
  }
  queries.removeAll();
  clock.advance(1);
  assert.equal(queries.counts().stored, 0);
});
