import { randomBytes } from 'node:crypto';

/** Milliseconds since the epoch. */
export function now(): number {
  return Date.now();
}

/** `count` unpredictable bytes as lower-case hexadecimal digits, two a byte. */
export function randomHex(count: number): string {
  return randomBytes(count).toString('hex');
}

/** Resolves after `delay_ms`; the one way in which the kit lets time pass. */
export function pause(delay_ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delay_ms));
}

/** Calls `action` after `delay_ms`, unless the function that it gives back is called before. */
export function after(delay_ms: number, action: () => void): () => void {
  const timer = setTimeout(action, delay_ms);
  return () => clearTimeout(timer);
}
