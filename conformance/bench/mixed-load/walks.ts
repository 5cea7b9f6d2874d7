import { LoadViolation, type Answer, type Hit } from './caller.ts';
import type { Activity, Lane } from './lane.ts';
import { anchorIds, check, docsIndex, oneOf } from './lane.ts';

/** What is left behind is removed by the server after this time. */
const keepTime = '10s';

/** No walk over these documents has more pages. */
const maxPages = 100;

const sorts: readonly (readonly unknown[])[] = [
  [{ n: 'asc' }],
  [{ word: 'desc' }, { n: 'asc' }],
  [{ when: 'desc' }],
  ['_doc'],
];

/** Reads all documents by a scroll; now and then leaves it before its end. */
export const scroll: Activity = async (lane) => {
  const body = { size: 40 + lane.below(60), sort: oneOf(lane, sorts) };
  const first = await lane.caller.json(`POST /${docsIndex}/_search?scroll=${keepTime}`, { body });
  const seen = walked();
  let page = first;
  for (let pages = 0; addPage(seen, page); pages++) {
    check(pages < maxPages, () => 'a scroll does not end');
    if (lane.below(30) === 0) return lane.leave();
    const body = { scroll_id: page._scroll_id, scroll: keepTime };
    page = await lane.caller.json('POST /_search/scroll', { body });
  }
  await lane.caller.json('DELETE /_search/scroll', { body: { scroll_id: page._scroll_id } });
  checkComplete(seen, 'scroll');
};

/** Reads all documents of a point in time by search_after; now and then leaves it before its end. */
export const pointInTime: Activity = async (lane) => {
  const pit = await openPointInTime(lane);
  const seen = walked();
  const end = await searchAfter(
    lane,
    { pit: { id: pit, keep_alive: keepTime }, sort: oneOf(lane, sorts) },
    seen,
  );
  if (end === 'left') return;
  await lane.caller.json('DELETE /_pit', { body: { id: end } });
  checkComplete(seen, 'point in time');
};

/** Reads all documents in order of their ids without a context, while they change. */
export const liveWalk: Activity = async (lane) => {
  const seen = walked();
  let page: Answer = await lane.caller.json(`POST /${docsIndex}/_search`, {
    body: { size: 60, sort: ['id'] },
  });
  for (let pages = 0; addPage(seen, page); pages++) {
    check(pages < maxPages, () => 'a walk by id does not end');
    const body = { size: 60, sort: ['id'], search_after: page.hits?.hits.at(-1)?.sort };
    page = await lane.caller.json(`POST /${docsIndex}/_search`, { body });
  }
  checkComplete(seen, 'walk by id');
};

/** Reads the slices of a point in time at the same time. */
export const slices: Activity = async (lane) => {
  const id = await openPointInTime(lane);
  const max = 2 + lane.below(3);
  const parts = await Promise.all(
    Array.from({ length: max }, async (_, slice) => {
      const seen = walked();
      const request = { pit: { id, keep_alive: '1m' }, slice: { id: slice, max }, sort: ['n'] };
      await searchAfter(
        { ...lane, leave: () => undefined, below: (end) => end - 1 },
        request,
        seen,
      );
      return seen;
    }),
  );
  const all = walked();
  for (const part of parts) for (const hit of part.values()) addHit(all, hit);
  await lane.caller.json('DELETE /_pit', { body: { id } });
  checkComplete(all, `${max} slices`);
};

async function openPointInTime(lane: Lane): Promise<string> {
  const { id } = await lane.caller.json(`POST /${docsIndex}/_pit?keep_alive=${keepTime}`);
  if (id === undefined) throw new LoadViolation('a point in time has no id');
  return id;
}

/** The part of a search request that stays the same on all pages. */
interface WalkRequest {
  readonly pit: { readonly id: string; readonly keep_alive: string };
  readonly sort: readonly unknown[];
  readonly slice?: { readonly id: number; readonly max: number };
}

/** Returns the id of the point in time at its end, or `left` if the walk was not finished. */
async function searchAfter(
  lane: Lane,
  request: WalkRequest,
  seen: Map<string, Hit>,
): Promise<string> {
  let body: object = { ...request, size: 50 };
  let { id } = request.pit;
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await lane.caller.json('POST /_search', { body });
    id = page.pit_id ?? id;
    if (!addPage(seen, page)) return id;
    if (lane.below(30) === 0) {
      lane.leave();
      return 'left';
    }
    body = { ...request, size: 50, search_after: page.hits?.hits.at(-1)?.sort };
  }
  throw new LoadViolation('a walk over a point in time does not end');
}

function walked(): Map<string, Hit> {
  return new Map();
}

/** Adds the hits of a page; false if there are none. */
function addPage(seen: Map<string, Hit>, page: Answer): boolean {
  const hits = page.hits?.hits ?? [];
  for (const hit of hits) addHit(seen, hit);
  return hits.length > 0;
}

function addHit(seen: Map<string, Hit>, hit: Hit): void {
  check(!seen.has(hit._id), () => `document ${hit._id} is twice in one walk`);
  check(
    hit._source.id === hit._id,
    () => `document ${hit._id} has the content of ${hit._source.id}`,
  );
  seen.set(hit._id, hit);
}

function checkComplete(seen: ReadonlyMap<string, Hit>, kind: string): void {
  const missing = anchorIds().filter((id) => !seen.has(id));
  check(
    missing.length === 0,
    () => `${kind}: documents are missing: ${missing.slice(0, 5).join(', ')}`,
  );
}
