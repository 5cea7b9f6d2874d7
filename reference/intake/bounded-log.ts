import type { Environment } from '../base/environment.ts';

/** Reports that are written within a minute; agents can cause any number of them. */
const maxReports = 60;
const minute_ms = 60_000;

/** Shorter texts are not masked: they occur in words. */
const minSecret = 4;

type Log = (report: string) => void;

/** Returns a log that writes at most 60 reports a minute, and later how many it has left out. */
export function boundedLog(write: Log, { elapsed }: Pick<Environment, 'elapsed'>): Log {
  let end_ms = 0;
  let count = 0;
  return (report) => {
    if (elapsed() >= end_ms) {
      if (count > maxReports) write(`${count - maxReports} more reports were left out`);
      end_ms = elapsed() + minute_ms;
      count = 0;
    }
    count++;
    if (count <= maxReports) write(report);
  };
}

/** Returns a log in whose reports the secrets of a value of `Authorization` are masked, whoever repeats them. */
export function maskingLog(write: Log, authorization = ''): Log {
  const credentials = authorization.replace(/^\S+ +/, '');
  const decoded = Buffer.from(credentials, 'base64').toString();
  const password = decoded.replace(/^[^:]*:/, '');
  const secrets = [credentials, decoded, password].filter(({ length }) => length >= minSecret);
  return (report) =>
    write(secrets.reduce((text, secret) => text.replaceAll(secret, '[masked]'), report));
}
