import { pause } from '../../base/environment.ts';
import type { WireResponse } from '../../base/exchange.ts';
import { decodeTable } from '../../decode/decode-table.ts';
import { readDocument } from '../../decode/documents.ts';
import type { Format } from '../../decode/formats.ts';
import { formatOf, mediaTypes } from '../../decode/formats.ts';
import type { Answer } from './caller.ts';
import type { Activity } from './lane.ts';
import { anchorIds, anchorsPerLane, check, docsIndex, laneCount, oneOf } from './lane.ts';

const formats = Object.keys(mediaTypes) as readonly Format[];
const sqlFormats = ['json', 'csv', 'tsv', 'txt', 'yaml', 'cbor', 'smile'] as const;

/** No query is asked for more often. */
const maxPolls = 200;

const countsByLane = `FROM ${docsIndex} | WHERE anchor == true | STATS c = COUNT(*) BY lane | SORT lane`;

/** Runs a query in one of the nine formats. */
export const query: Activity = async (lane) => {
  const format = oneOf(lane, formats);
  const response = await lane.caller.send(`POST /_query?format=${format}`, {
    body: { query: countsByLane },
  });
  checkCounts(response, format);
};

/** Runs a query in the background in one of the nine formats; deletes, stops or leaves its result. */
export const asyncQuery: Activity = async (lane) => {
  const format = oneOf(lane, formats);
  const body = { query: countsByLane, wait_for_completion_timeout: '0ms', keep_alive: '10s' };
  const headers = { accept: mediaTypes[format] };
  const first = await lane.caller.send('POST /_query/async', { body, headers });
  const id = first.headers['x-service-async-id'];
  if (id === undefined) return checkCounts(first, format);
  const path = `/_query/async/${encodeURIComponent(id)}`;
  let last = first;
  for (let polls = 0; isRunning(last) && polls < maxPolls; polls++) {
    await pause(20);
    last = await lane.caller.send(`GET ${path}?wait_for_completion_timeout=2s`, { headers });
  }
  check(!isRunning(last), () => 'a query does not end');
  checkCounts(last, format);
  const end = lane.below(6);
  if (end === 0) return lane.leave();
  if (end === 1) await lane.caller.send(`POST ${path}/stop`, { headers });
  await lane.caller.json(`DELETE ${path}`);
  await lane.caller.json(`GET ${path}`, { statuses: [404] });
};

/** Reads a table page by page with a cursor, in one of the formats of SQL; now and then leaves it before its end. */
export const sql: Activity = async (lane) => {
  const format = oneOf(lane, sqlFormats);
  const line = `POST /_sql?format=${format}`;
  const body = {
    query: `SELECT id FROM ${docsIndex} WHERE anchor = true ORDER BY id`,
    fetch_size: 70,
  };
  const ids: string[] = [];
  let response = await lane.caller.send(line, { body });
  for (let pages = 0; pages < 50; pages++) {
    ids.push(...rowsOf(response, format, pages === 0).map(([id]) => String(id)));
    const cursor = cursorOf(response, format);
    if (cursor === undefined) break;
    const end = lane.below(30);
    if (end === 0) return lane.leave();
    if (end === 1) {
      await lane.caller.json('POST /_sql/close', { body: { cursor } });
      return;
    }
    response = await lane.caller.send(line, { body: { cursor } });
  }
  const expected = [...anchorIds()].sort();
  check(
    ids.join() === expected.join(),
    () => `sql in ${format}: ${ids.length} rows instead of ${expected.length}, or not in order`,
  );
};

function isRunning({ headers }: WireResponse): boolean {
  const running = headers['x-service-async-is-running'];
  check(running === '?0' || running === '?1', () => `x-service-async-is-running is ${running}`);
  return running === '?1';
}

function checkCounts(response: WireResponse, format: Format): void {
  const rows = rowsOf(response, format, true);
  const got = rows.map((row) => row.join(' ')).join(', ');
  const expected = Array.from(
    { length: laneCount },
    (_, lane) => `${anchorsPerLane} lane-${lane}`,
  ).join(', ');
  check(got === expected, () => `counts in ${format}: ${got}`);
}

function rowsOf(
  { body, headers }: WireResponse,
  format: Format,
  isFirst: boolean,
): readonly (readonly unknown[])[] {
  const type = headers['content-type'];
  check(formatOf(type) === format, () => `${type} instead of ${format}`);
  if (body.length === 0) return [];
  return decodeTable(format, body, { isColumnar: false, hasNames: isFirst }).rows;
}

function cursorOf(response: WireResponse, format: (typeof sqlFormats)[number]): string | undefined {
  const isText = format === 'csv' || format === 'tsv' || format === 'txt';
  if (isText) return response.headers['cursor'];
  return (readDocument(format, response.body) as Answer).cursor;
}
