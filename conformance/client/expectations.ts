import { textOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';

/** Throws Mismatch unless the request succeeded (2xx). */
export function expectSuccess({ request, response }: Exchange): void {
  if (isSuccess(response.status)) return;
  const got = { status: response.status, body: start(textOf(response)) };
  throw new Mismatch('a status of success', got, `${request.method} ${request.path} was refused`);
}

/** Throws Mismatch unless the request was refused (4xx). */
export function expectRefused({ request, response }: Exchange): void {
  const { status } = response;
  if (isRefusal(status)) return;
  const outcome = isSuccess(status) ? 'succeeded' : 'was not refused';
  const call = `${request.method} ${request.path}`;
  throw new Mismatch('a status from 400 to 499', status, `${call} ${outcome}`);
}

/** True for 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** True for 4xx. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

function start(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
