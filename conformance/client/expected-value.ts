import type { Exchange } from '../base/exchange.ts';
import { documentOf } from './answer-table.ts';
import { expectSuccess } from './expectations.ts';
import { valueAt } from './json-path.ts';

/**
 * Judges the value at a path of an answer. Where a refusal has no such value, the Mismatch is that the request was refused:
 * other scenarios may have failed by the same refusal.
 */
export function expectValue(
  exchange: Exchange,
  path: string,
  judge: (value: unknown, path: string) => void,
): void {
  const value = valueAt(documentOf(exchange), path);
  try {
    judge(value, path);
  } catch (error) {
    if (value === undefined) expectSuccess(exchange);
    throw error;
  }
}
