import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBudgets, defaultBudgetLimits, withBudget } from './budgets.ts';
import { systemEnvironment } from './environment.ts';

const limits = {
  ...defaultBudgetLimits,
  maxRequestMemory: 100,
  maxTotalMemory: 150,
  maxRequestSteps: 3,
};

test('one request has a limit of memory, and all together have another', () => {
  const budgets = createBudgets(limits);
  const [first, second] = [budgets.open(), budgets.open()];
  first.reserve(100);
  assert.throws(() => first.reserve(1), {
    type: 'circuit_breaking_exception',
    message: /^\[request\] Data too large.*\[101b\].*\[100b\] \(--max-request-memory\)$/,
  });
  second.reserve(50);
  assert.throws(() => second.reserve(1), /^[^]*\[parent\].*\[151b\].*\(--max-total-memory\)$/);
  first.reserve(-60);
  second.reserve(50);
  assert.equal(budgets.used_bytes, 140);
  first.close();
  second.close();
  first.reserve(1000);
  assert.equal(budgets.used_bytes, 0);
});

test('each yield is a step; after too many, or without a client, it rejects', async () => {
  let isGone = false;
  const budgets = createBudgets(limits);
  const limited = withBudget(systemEnvironment(), budgets.open());
  for (let step = 0; step < 3; step++) await limited.yieldToEventLoop();
  await assert.rejects(limited.yieldToEventLoop(), /\[3\] steps.*--max-request-steps/);
  const left = withBudget(
    systemEnvironment(),
    budgets.open(() => isGone),
  );
  const step = left.yieldToEventLoop();
  isGone = true;
  await assert.rejects(step, { type: 'task_cancelled_exception' });
});
