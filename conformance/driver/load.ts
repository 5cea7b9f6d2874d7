import { wait } from '../base/environment.ts';

/** The requests under way to a server, and the most that it gets at a time. */
interface Load {
  count: number;
  most: number;
}

/** The load of each server, by base URL. */
const loads = new Map<string, Load>();

/** Between two looks whether a server gets one more request. */
const delay_ms = 10;

/** Sends a request when the server may get one more. If it says that it is too busy, it gets fewer at a time from then on. */
export async function withinLoad<Answer>(
  baseUrl: string,
  send: () => Promise<Answer>,
  isTooBusy: (answer: Answer) => boolean,
): Promise<Answer> {
  const load = loads.get(baseUrl) ?? { count: 0, most: Infinity };
  loads.set(baseUrl, load);
  while (load.count >= load.most) await wait(delay_ms);
  load.count += 1;
  try {
    const answer = await send();
    if (isTooBusy(answer)) load.most = Math.max(1, Math.min(load.most, load.count - 1));
    return answer;
  } finally {
    load.count -= 1;
  }
}
