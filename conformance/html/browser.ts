import { present } from '../base/present.ts';
import { textOf } from '../base/body.ts';
import { cookies } from '../base/libraries.ts';
import { Mismatch } from '../base/errors.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import { type HtmlForm, type Submission, submissionOf } from './controls.ts';
import { type HtmlPage, readPage } from './page.ts';

/** The page at the end of a navigation, and all its responses. */
export interface Visit {
  /** The URL of the last response. */
  readonly url: string;
  /** The last request, which a reload repeats. */
  readonly asked: Submission;
  /** All responses, including redirections and the last one. */
  readonly answers: readonly WireResponse[];
  /** The page in the last response; without forms if it is not HTML. */
  readonly page: HtmlPage;
  readonly status: number;
}

/** A browser that runs no scripts, with its own cookies. */
export interface Browser {
  /** Opens a typed address, relative to the home. */
  open(address: string): Promise<Visit>;
  /** Submits a form on the page of a visit. */
  submit(from: Visit, form: HtmlForm): Promise<Visit>;
  /** Repeats the last request of a visit. */
  reload(visit: Visit): Promise<Visit>;
}

/** The options of a browser. */
export interface BrowserOptions {
  /** The base URL of the pages; the browser does not leave its origin. */
  readonly home: string;
  /** Headers of every request, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sends a request; its `path` is relative to the origin of the home. */
  readonly send: (request: WireRequest) => Promise<WireResponse>;
}

/** The cause of a request. */
type Cause = 'typed' | 'form';

/** Maximum number of redirections that a visit follows. */
export const maxRedirects = 10;

const accepted = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/**
 * Opens a browser. It follows redirections within the origin; a redirection to another origin ends the visit. Its
 * methods throw Mismatch after too many redirections, and for a form that is sent to another origin.
 */
export function openBrowser({ home, headers, send }: BrowserOptions): Browser {
  const { CookieJar } = cookies();
  const jar = new CookieJar();
  const { origin } = new URL(home);

  async function request(
    submission: Submission,
    cause: Cause,
    referer: string,
  ): Promise<WireResponse> {
    const { pathname, search } = new URL(submission.url);
    const path = `${pathname}${search}`;
    const cookie = jar.getCookieStringSync(submission.url);
    const response = await send({
      method: submission.method,
      path,
      headers: {
        accept: accepted,
        ...fetchHeaders(cause),
        ...(referer === '' ? {} : { referer }),
        ...(submission.method === 'POST' ? { origin } : {}),
        ...present({ 'content-type': submission.contentType }),
        ...(cookie === '' ? {} : { cookie }),
        ...headers,
      },
      ...present({ body: submission.body }),
    });
    // The client joins several headers with commas.
    for (const line of response.headers['set-cookie']?.split(/,\s*(?=[^\s;,=]+=)/) ?? []) {
      jar.setCookieSync(line, submission.url, { ignoreError: true });
    }
    return response;
  }

  async function go(first: Submission, cause: Cause, referer: string): Promise<Visit> {
    const answers: WireResponse[] = [];
    let current = first;
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const response = await request(current, cause, referer);
      answers.push(response);
      const next = redirection(current, response);
      if (next === undefined || new URL(next.url).origin !== origin) {
        const page = await pageIn(response, current.url);
        return { url: current.url, asked: current, answers, page, status: response.status };
      }
      current = next;
    }
    throw new Mismatch('a page', `${maxRedirects} redirections`, 'there are too many redirections');
  }

  return {
    // The base URL may itself have a path.
    open: (address) => go({ method: 'GET', url: home.replace(/\/+$/, '') + address }, 'typed', ''),
    async submit(from, form) {
      const submission = await submissionOf(form);
      if (new URL(submission.url).origin !== origin) {
        throw new Mismatch(origin, submission.url, 'the form goes to another origin');
      }
      return go(submission, 'form', from.url);
    },
    reload: (visit) => go(visit.asked, visit.asked.method === 'POST' ? 'form' : 'typed', ''),
  };
}

function fetchHeaders(cause: Cause): Readonly<Record<string, string>> {
  return {
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': cause === 'form' ? 'same-origin' : 'none',
    'sec-fetch-user': '?1',
    'upgrade-insecure-requests': '1',
  };
}

/** The request that follows a redirection; undefined if the response is not a redirection. */
function redirection(submission: Submission, response: WireResponse): Submission | undefined {
  const { location } = response.headers;
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  if (location === undefined || !URL.canParse(location, submission.url)) return undefined;
  const url = new URL(location, submission.url).href;
  return response.status >= 307 ? { ...submission, url } : { method: 'GET', url };
}

async function pageIn(response: WireResponse, url: string): Promise<HtmlPage> {
  const type = response.headers['content-type'] ?? '';
  const text = textOf(response);
  if (/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return readPage(text, url);
  return { forms: [], texts: text === '' ? [] : [text] };
}
