import { randomBytes } from 'node:crypto';

/** Milliseconds since the epoch. */
export function now(): number {
  return Date.now();
}

/** `count` random bytes as lower-case hexadecimal digits. */
export function randomHex(count: number): string {
  return randomBytes(count).toString('hex');
}

/** Resolves after `delay_ms`. */
export function pause(delay_ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delay_ms));
}

/** Calls `action` after `delay_ms`; the returned function cancels it. */
export function after(delay_ms: number, action: () => void): () => void {
  const timer = setTimeout(action, delay_ms);
  return () => clearTimeout(timer);
}
