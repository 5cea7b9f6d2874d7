const unit_ms: Readonly<Record<string, number>> = {
  nanos: 1e-6,
  micros: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Parses a duration such as `200ms`, `1.5s` or `2m` into milliseconds; undefined if the text is not a duration. */
export function durationMs(text: string): number | undefined {
  const [, digits = '', unit = ''] =
    /^(\d+(?:\.\d+)?)(nanos|micros|ms|s|m|h|d)$/.exec(text.trim()) ?? [];
  const factor = unit_ms[unit];
  return factor === undefined ? undefined : Number(digits) * factor;
}

/** The longest time in milliseconds that a timer can wait: one for a longer time would end at once. */
const longestWait_ms = 2 ** 31 - 1;

/** Like `durationMs`, for a time to wait. */
export function waitMs(text: string): number | undefined {
  const duration_ms = durationMs(text);
  return duration_ms === undefined ? undefined : Math.min(duration_ms, longestWait_ms);
}
