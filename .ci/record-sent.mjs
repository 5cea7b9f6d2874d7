// Loaded into a server before its own modules: appends what requests send of the described interface to the file in
// the variable SENT, a line for each kind of value at each place. See .ci/unsent.mjs.
import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
import { recordSent } from '../dist/conformance/proof/unsent/described.js';

const record = recordSent();
/** What a property has created (0 is a look at the server); scenarios and rewritings come before all properties. */
const ofProperty = /\bck-\w+-f-[1-9]\d*-/;
/** What belongs to requests with any values, of which nobody judges what they do. */
const ofAnyRequest = /\bck-\w+-f-\d+-(?:books-000001|rolled|new)\b/;
let haveScenariosEnded = false;

subscribe('http.server.request.start', ({ request }) => {
  // The intake asks the service by itself: that is no request of the kit.
  if (request.headers['user-agent']?.includes('intake') === true) return;
  const chunks = [];
  const push = request.push.bind(request);
  request.push = (chunk, encoding) => {
    if (chunk === null) note(request, Buffer.concat(chunks));
    else chunks.push(Buffer.from(chunk));
    return push(chunk, encoding);
  };
});

function note({ method, url: path, headers }, body) {
  const text = `${path} ${body.toString('latin1')}`;
  haveScenariosEnded ||= ofProperty.test(text);
  if (haveScenariosEnded && (!ofProperty.test(text) || ofAnyRequest.test(text))) return;
  const lines = record({ method, path, headers, body });
  if (lines.length > 0) appendFileSync(process.env.SENT, lines.map((line) => `${line}\n`).join(''));
}
