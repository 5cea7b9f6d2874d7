// Unit tests for a log: a line for each file, each failure whole, and the counts at the end.
import { relative } from 'node:path';
import { inspect } from 'node:util';

export default async function* report(events) {
  const files = new Map();
  for await (const { type, data } of events) {
    if (type === 'test:pass' || type === 'test:fail') note(files, data);
    if (type === 'test:fail' && isOwnFailure(data)) yield failure(data);
    if (type === 'test:stderr') yield data.message;
    if (type === 'test:diagnostic' && /^(pass|fail|skipped) \d+$/.test(data.message)) {
      if (files.size > 0) yield lines(files);
      files.clear();
      yield `# ${data.message}\n`;
    }
  }
}

function note(files, { name, file, nesting, skip, details }) {
  const key = relative('dist', file ?? name);
  const seen = files.get(key) ?? { tests: 0, skips: [], milliseconds: 0 };
  files.set(key, {
    tests: seen.tests + 1,
    skips: skip === undefined ? seen.skips : [...seen.skips, `${name}: ${skip}`],
    milliseconds: seen.milliseconds + (nesting === 0 ? details.duration_ms : 0),
  });
}

/** A suite whose only trouble is that a test in it failed has nothing to add. */
function isOwnFailure({ details }) {
  return details.error?.failureType !== 'subtestsFailed';
}

function failure({ name, file, details }) {
  const cause = details.error?.cause ?? details.error;
  return `\nnot ok: ${name} (${file ?? ''})\n${inspect(cause, { depth: 6 })}\n\n`;
}

function lines(files) {
  const rows = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return rows
    .map(([file, { tests, skips, milliseconds }]) =>
      [`${file}: ${tests} in ${Math.round(milliseconds)} ms`, ...skips.map((s) => `  skipped ${s}`)]
        .map((line) => `${line}\n`)
        .join(''),
    )
    .join('');
}
