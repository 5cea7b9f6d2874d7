import { CookieJar } from 'tough-cookie';
import { textOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { HtmlForm } from './forms.ts';
import { type HtmlPage, readPage } from './page.ts';
import { type Submission, submissionOf } from './submission.ts';

/** The page that a browser arrived at, and the responses on the way. */
export interface Visit {
  /** The address of the last response. */
  readonly url: string;
  /** The last request, which is sent again if the page is reloaded. */
  readonly asked: Submission;
  /** All responses, the last one included. */
  readonly answers: readonly WireResponse[];
  /** The last response as a page; without forms if it is not HTML. */
  readonly page: HtmlPage;
  readonly status: number;
}

/** A browser that runs no scripts, with its own cookies. */
export interface Browser {
  /** Opens an address that somebody typed, relative to the home. */
  open(address: string): Promise<Visit>;
  /** Sends a form of the page of a visit. */
  submit(from: Visit, form: HtmlForm): Promise<Visit>;
  /** Repeats the last request of a visit. */
  reload(visit: Visit): Promise<Visit>;
}

/** What a browser needs. */
export interface BrowserOptions {
  /** The base URL of the pages; the browser does not leave its origin. */
  readonly home: string;
  /** Sent with every request, under names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sends a request whose `path` is below the origin of the home. */
  readonly send: (request: WireRequest) => Promise<WireResponse>;
}

/** What caused a request. */
type Cause = 'typed' | 'form';

/** A visit follows no more redirections than this. */
export const maxRedirects = 10;

const accepted = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/**
 * Opens a browser. It follows redirections within the origin; a redirection to another origin ends the visit. Its methods
 * throw Mismatch if there are too many redirections, or if a form belongs to another origin.
 */
export function openBrowser({ home, headers, send }: BrowserOptions): Browser {
  const jar = new CookieJar();
  const { origin } = new URL(home);

  async function ask(asked: Submission, cause: Cause, referer: string): Promise<WireResponse> {
    const { pathname, search } = new URL(asked.url);
    const path = `${pathname}${search}`;
    const cookie = jar.getCookieStringSync(asked.url);
    const response = await send({
      method: asked.method,
      path,
      headers: {
        accept: accepted,
        ...fetchHeaders(cause),
        ...(referer === '' ? {} : { referer }),
        ...(asked.method === 'POST' ? { origin } : {}),
        ...(asked.contentType === undefined ? {} : { 'content-type': asked.contentType }),
        ...(cookie === '' ? {} : { cookie }),
        ...headers,
      },
      ...(asked.body === undefined ? {} : { body: asked.body }),
    });
    for (const line of cookiesOf(response)) {
      jar.setCookieSync(line, asked.url, { ignoreError: true });
    }
    return response;
  }

  async function go(first: Submission, cause: Cause, referer: string): Promise<Visit> {
    const answers: WireResponse[] = [];
    let asked = first;
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const response = await ask(asked, cause, referer);
      answers.push(response);
      const next = redirection(asked, response);
      if (next === undefined || new URL(next.url).origin !== origin) {
        const page = await pageIn(response, asked.url);
        return { url: asked.url, asked, answers, page, status: response.status };
      }
      asked = next;
    }
    throw new Mismatch('a page', `${maxRedirects} redirections`, 'redirections without an end');
  }

  return {
    open: (address) => go({ method: 'GET', url: addressBelow(home, address) }, 'typed', ''),
    async submit(from, form) {
      const submission = submissionOf(form);
      if (new URL(submission.url).origin !== origin) {
        throw new Mismatch(origin, submission.url, 'the form goes to another origin');
      }
      return go(submission, 'form', from.url);
    },
    reload: (visit) => go(visit.asked, visit.asked.method === 'POST' ? 'form' : 'typed', ''),
  };
}

/** The cookies that a response sets; the client joins several headers by commas. */
function cookiesOf({ headers }: WireResponse): readonly string[] {
  return headers['set-cookie']?.split(/,\s*(?=[^\s;,=]+=)/) ?? [];
}

/** The address of a path on the server; the base URL may have a path of its own. */
function addressBelow(home: string, address: string): string {
  return `${home.replace(/\/+$/, '')}${address}`;
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

/** The request that a redirection leads to; undefined if the response is no redirection. */
function redirection(asked: Submission, response: WireResponse): Submission | undefined {
  const { location } = response.headers;
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  if (location === undefined || !URL.canParse(location, asked.url)) return undefined;
  const url = new URL(location, asked.url).href;
  return response.status >= 307 ? { ...asked, url } : { method: 'GET', url };
}

async function pageIn(response: WireResponse, url: string): Promise<HtmlPage> {
  const type = response.headers['content-type'] ?? '';
  const text = textOf(response);
  if (/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return readPage(text, url);
  return { forms: [], texts: text === '' ? [] : [text] };
}
