import {
  checkbox,
  encoded,
  isBelow,
  nameField,
  offeredPrivileges,
  replacePage,
  page,
  pagePathOf,
  type PageParts,
  redirection,
  wholeForm,
} from '../agent-key-page.ts';
import type { Profile } from '../../driver/profile.ts';
import type { Interceptor, StartInterceptor, Variant } from '../../run/mutation.ts';
import type { IdAndSecret } from '../security-interceptors.ts';
import { variantsOf } from '../variants-of.ts';
import type { WireResponse } from '../../base/exchange.ts';

/** Variants of the page of agent keys. */
export const agentKeyPageVariants: readonly Variant[] = [
  ...variantsOf('agent-key-page', 'the specification leaves open the HTML of the page', {
    'page-in-another-order-among-other-forms': replacePage({
      show: ({ pagePath }) => page(crowded(pagePath)),
      read: (fields) => ({ name: fields.get('f[2]') ?? '', privileges: fields.getAll('f[1][]') }),
    }),
    'page-with-a-list-of-privileges': replacePage({
      show: () => page(inOtherWords),
      read: fromParts,
    }),
    'page-with-scattered-fields': replacePage({
      show: ({ pagePath }) => page(scattered(pagePath)),
      read: (fields) => ({
        name: fields.get('go') === 'yes' ? (fields.get('n') ?? '') : '',
        privileges: offeredPrivileges.filter((one) => fields.get(one) === 'on'),
      }),
    }),
    'page-with-id-and-secret-apart': replacePage({
      created: ({ id, secret }) =>
        page(`<script>const sample = "${encoded({ id, secret: 'not-this-one-000' })}";</script>
        <table><tr><th>Id<td>${id}<tr><th>Secret<td><b>${secret.slice(0, 4)}</b>${secret.slice(4)}</table>`),
    }),
    'page-that-leads-on-after-a-creation': redirectToSecret,
  }),
  ...variantsOf('agent-key-refusals', 'how the page refuses a user or a form is left open', {
    'page-refuses-with-other-statuses': onRefusals((reply) => ({
      ...reply,
      status: reply.status === 400 ? 422 : 404,
    })),
    'page-refuses-with-success': onRefusals((reply) => ({ ...reply, status: 200 })),
    'page-leads-away-whom-it-refuses': onRefusals((reply) =>
      redirection(reply.status === 400 ? '?again' : '/login', 302),
    ),
  }),
];

/** A form with unusual labels and field names, among character references, other forms, scripts and templates. */
const crowded = (
  pagePath: string,
): string => `<SCRIPT>document.write('<form><input name="name"><input type=checkbox value="event:write"></form>')</SCRIPT>
  <template><form method=post action=/nowhere>${nameField}${checkbox('event:write')}</form></template>
  <form role=search action="/search"><input type=search name=q placeholder="Search by name"><button>Go</button></form>
  <form method=post action="${pagePath}/revoke"><input type=checkbox name=id value=1 aria-label="old (event:write)"></form>
  <FORM METHOD=POST ACTION="${pagePath.slice(pagePath.lastIndexOf('/') + 1)}" >
    <input type=hidden name=kind value=agent>
    <input checked type=checkbox id=p1 name="f[1][]" value="event&#58;write"><label for=p1>Deliver</label>
    <input checked type=checkbox name="f[1][]" value="config&lowbar;agent&colon;read">
    <input name="f[2]" aria-label="Bezeichnung"
      value="">
    <input type=submit value="&raquo;"><input type=reset>
  </FORM>`;

/** A form with a list instead of checkboxes, a text area, and other fields. */
const inOtherWords = `<form method=post enctype=multipart/form-data><fieldset><legend>Neu</legend>
  <select name=team required><option value="">-<option value=7 selected>Sieben</select>
  <label>Notiz <input name=note value="x"></label>
  <label for=n>Name des Schlüssels</label><textarea id=n name=label></textarea>
  <select name=rights multiple><option value=1>config_agent:read<option value=2 selected> event:write </select>
  </fieldset><button name=go value=1>Anlegen</button></form>`;

/** A form whose fields and button are outside it; the button has the address. */
const scattered = (
  pagePath: string,
): string => `<form id=keys></form><p>event:write and config_agent:read</p>
  <input form=keys name=n required><div><input form=keys type=checkbox name=event:write> Deliver</div>
  <div><input form=keys type=checkbox name=config_agent:read> Configure</div>
  <button form=keys name=go value=yes formmethod=post formaction="${pagePath}?by=hand">Create</button>`;

/** Reads a form that is encoded as multipart/form-data. */
function fromParts(_: URLSearchParams, text: string): ReturnType<PageParts['read']> {
  const values = (name: string): readonly string[] =>
    [...text.matchAll(new RegExp(`name="${name}"\\r\\n\\r\\n(.*?)\\r\\n--`, 'g'))].map(
      ([, value = '']) => value,
    );
  const known: Readonly<Record<string, string>> = { 1: 'config_agent:read', 2: 'event:write' };
  return {
    name: values('label')[0] ?? '',
    privileges: values('rights').flatMap((value) => known[value] ?? []),
  };
}

/** Answers a form with a redirect to an address that shows the secret once. */
function redirectToSecret(profile: Profile): Interceptor {
  const waiting = new Map<string, IdAndSecret>();
  return replacePage({
    created(key, { pagePath }) {
      waiting.set(key.id, key);
      return redirection(`${pagePath}/new?id=${encodeURIComponent(key.id)}`);
    },
    show({ path, fields }) {
      if (!path.endsWith('/new')) return page(wholeForm);
      const id = String(fields.get('id'));
      const key = waiting.get(id);
      waiting.delete(id);
      if (key === undefined) return page('<p>The key was already shown.</p>', 410);
      return page(`<input readonly value="${encoded(key)}">`);
    },
  })(profile);
}

/** Changes every refusal of the page. */
function onRefusals(edit: (reply: WireResponse) => WireResponse): StartInterceptor {
  return (profile) => {
    const pagePath = pagePathOf(profile);
    return async (request, forward) => {
      const reply = await forward(request);
      const isRefusal = reply.status >= 400 && reply.status < 500;
      return isBelow(request, pagePath) && isRefusal ? edit(reply) : reply;
    };
  };
}
