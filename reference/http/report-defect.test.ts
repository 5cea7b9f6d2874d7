import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reportDefect } from './report-defect.ts';

it('reports failures, and no clients that leave', () => {
  const reports: string[] = [];
  const log = (report: string): void => void reports.push(report);
  for (const code of ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']) {
    reportDefect(Object.assign(new Error('write'), { code }), log);
  }
  assert.deepEqual(reports, []);
  reportDefect(Object.assign(new Error('full'), { code: 'ENOSPC' }), log);
  reportDefect('thrown', log);
  assert.match(reports.join(), /^Error: full\n.*,thrown$/s);
});
