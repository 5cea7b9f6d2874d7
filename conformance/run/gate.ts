/** Lets a number of pieces of work in at the same time; the others wait in order of arrival. */
export interface Gate {
  /** Resolves when the work may begin. */
  enter(): Promise<void>;
  /** Must be called once at the end of the work. */
  leave(): void;
}

/** Returns a gate for `width` pieces of work at a time. */
export function openGate(width: number): Gate {
  const waiting: (() => void)[] = [];
  let free = width;
  return {
    async enter() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave() {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}
