import { Then, When } from '@cucumber/cucumber';
import { textOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { proofOf, verifyKey } from '../client/intake-calls.ts';
import { inBase64 } from '../client/secrets.ts';
import type { World } from '../client/world.ts';

/** What the check of a key says of one privilege. */
interface VerifyLine {
  readonly privilege: string;
  readonly answer: string;
}

const start = 'Authorized for privilege';
const form = /^Authorized for privilege\s+(["'`]?)([\w.:-]+?)\1\s*\.\.\.\s*:\s*(\S.*?)\s*$/;

When('the key {string} is verified by the command', async function (this: World, name: string) {
  await verifyKey(this, proofOf(this, name));
});

When('{string} in base64 is verified by the command', async function (this: World, text: string) {
  await verifyKey(this, `ApiKey ${inBase64(this.expand(text))}`);
});

Then('the command prints lines of the form that is laid down', function (this: World) {
  const lines = linesIn(this.last);
  const wrong = lines.find((line) => readLine(line) === undefined);
  if (lines.length > 0 && wrong === undefined) return;
  const expected = `${start} <privilege>...: <answer>`;
  throw new Mismatch(expected, wrong ?? textOf(this.last.response), 'the lines have another form');
});

Then('the command prints one line about {string}', function (this: World, privilege: string) {
  lineAbout(this.last, privilege);
});

Then('the line about {string} ends in Yes', function (this: World, privilege: string) {
  const { answer } = lineAbout(this.last, privilege);
  if (!answer.endsWith('Yes')) throw new Mismatch('Yes', answer, `${privilege} is not confirmed`);
});

Then(
  'the line about {string} ends in a negative answer',
  function (this: World, privilege: string) {
    const { answer } = lineAbout(this.last, privilege);
    if (!confirms(answer)) return;
    throw new Mismatch('a negative answer', answer, `${privilege} is confirmed`);
  },
);

Then('no line of the command ends in Yes', function (this: World) {
  const wrong = linesIn(this.last).find((line) => confirms(line));
  if (wrong === undefined) return;
  throw new Mismatch('negative answers, or none', wrong, 'a credential of no key is confirmed');
});

function confirms(answer: string): boolean {
  return /\b(?:yes|true)\W*$/i.test(answer);
}

function lineAbout(exchange: Exchange, privilege: string): VerifyLine {
  const lines = linesIn(exchange).flatMap((line) => readLine(line) ?? []);
  const [first, ...more] = lines.filter((line) => line.privilege === privilege);
  if (first !== undefined && more.length === 0) return first;
  const got = textOf(exchange.response);
  throw new Mismatch(`one line about ${privilege}`, got, 'there is none, or more than one');
}

/** The lines about privileges, among whatever else is printed. */
function linesIn({ response }: Exchange): readonly string[] {
  return textOf(response)
    .split(/\r?\n/)
    .filter((line) => line.startsWith(start));
}

function readLine(line: string): VerifyLine | undefined {
  const [, , privilege, answer] = form.exec(line) ?? [];
  return privilege === undefined || answer === undefined ? undefined : { privilege, answer };
}
