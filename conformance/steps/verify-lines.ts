import { Then, When } from '@cucumber/cucumber';
import { textOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { verifyKey } from '../client/intake-calls.ts';
import type { World } from '../client/world.ts';
import type { Credential } from './credentials.ts';
import { defineWordings } from './wordings.ts';

/** The answer of the command for one privilege. */
interface VerifyLine {
  readonly privilege: string;
  readonly answer: string;
}

const start = 'Authorized for privilege';
const form = /^Authorized for privilege\s+(["'`]?)([\w.:-]+?)\1\s*\.\.\.\s*:\s*(\S.*?)\s*$/;

When('the command verifies {credential}', async function (this: World, credential: Credential) {
  await verifyKey(this, credential());
});

/** Checks what the command printed; throws Mismatch. */
type OutputCheck = () => void;

defineWordings<OutputCheck>('lines', [
  [
    /lines of the specified form/,
    ({ last }) =>
      () =>
        expectForm(last),
  ],
  [
    /one line about "([^"]*)"/,
    ({ last }, privilege) =>
      () =>
        void lineAbout(last, privilege),
  ],
  [
    /one line about "([^"]*)" that ends in Yes/,
    ({ last }, privilege) =>
      () => {
        const { answer } = lineAbout(last, privilege);
        if (answer.endsWith('Yes')) return;
        throw new Mismatch('Yes', answer, `${privilege} is not confirmed`);
      },
  ],
  [
    /one line about "([^"]*)" that ends in a negative answer/,
    ({ last }, privilege) =>
      () => {
        const { answer } = lineAbout(last, privilege);
        if (!confirms(answer)) return;
        throw new Mismatch('a negative answer', answer, `${privilege} is confirmed`);
      },
  ],
  [
    /no line that ends in Yes/,
    ({ last }) =>
      () => {
        const wrong = linesIn(last).find(confirms);
        if (wrong === undefined) return;
        throw new Mismatch(
          'negative answers, or none',
          wrong,
          'a credential of no key is confirmed',
        );
      },
  ],
]);

Then('the command prints {lines}', function (this: World, check: OutputCheck) {
  check();
});

function expectForm(exchange: Exchange): void {
  const lines = linesIn(exchange);
  const wrong = lines.find((line) => readLine(line) === undefined);
  if (lines.length > 0 && wrong === undefined) return;
  const expected = `${start} <privilege>...: <answer>`;
  throw new Mismatch(expected, wrong ?? textOf(exchange.response), 'the lines have another form');
}

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

/** The lines about privileges; the command may print other lines too. */
function linesIn({ response }: Exchange): readonly string[] {
  return textOf(response)
    .split(/\r?\n/)
    .filter((line) => line.startsWith(start));
}

function readLine(line: string): VerifyLine | undefined {
  const [, , privilege, answer] = form.exec(line) ?? [];
  return privilege === undefined || answer === undefined ? undefined : { privilege, answer };
}
