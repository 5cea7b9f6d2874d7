/** Error codes that mean that the client disconnected, which is not a defect. */
const departures: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'];

/** Reports what was thrown while a request was served, unless its client has left. */
export function reportDefect(error: unknown, log: (report: string) => void): void {
  if (error instanceof Error && 'code' in error && departures.includes(error.code)) return;
  log(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
