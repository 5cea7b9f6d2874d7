import { Then, When } from '@cucumber/cucumber';
import { Mismatch } from '../base/errors.ts';
import { keyCredential, verifyCredential } from '../client/intake-calls.ts';
import type { CommandRun } from '../driver/intake-command.ts';
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
  await verifyCredential(this, keyCredential(this, name));
});

When('{string} in base64 is verified by the command', async function (this: World, text: string) {
  await verifyCredential(this, inBase64(this.expand(text)));
});

Then('the command prints lines of the form that is laid down', function (this: World) {
  const lines = linesIn(this.lastCommand);
  const wrong = lines.find((line) => readLine(line) === undefined);
  if (lines.length > 0 && wrong === undefined) return;
  const expected = `${start} <privilege>...: <answer>`;
  throw new Mismatch(expected, wrong ?? this.lastCommand.output, 'the lines have another form');
});

Then('the command prints one line about {string}', function (this: World, privilege: string) {
  lineAbout(this.lastCommand, privilege);
});

Then('the line about {string} ends in Yes', function (this: World, privilege: string) {
  const { answer } = lineAbout(this.lastCommand, privilege);
  if (!answer.endsWith('Yes')) throw new Mismatch('Yes', answer, `${privilege} is not confirmed`);
});

Then(
  'the line about {string} ends in a negative answer',
  function (this: World, privilege: string) {
    const { answer } = lineAbout(this.lastCommand, privilege);
    if (!confirms(answer)) return;
    throw new Mismatch('a negative answer', answer, `${privilege} is confirmed`);
  },
);

Then('no line of the command ends in Yes', function (this: World) {
  const wrong = linesIn(this.lastCommand).find((line) => confirms(line));
  if (wrong === undefined) return;
  throw new Mismatch('negative answers, or none', wrong, 'a credential of no key is confirmed');
});

function confirms(answer: string): boolean {
  return /\b(?:yes|true)\W*$/i.test(answer);
}

function lineAbout(run: CommandRun, privilege: string): VerifyLine {
  const lines = linesIn(run).flatMap((line) => readLine(line) ?? []);
  const [first, ...more] = lines.filter((line) => line.privilege === privilege);
  if (first !== undefined && more.length === 0) return first;
  throw new Mismatch(`one line about ${privilege}`, run.output, 'there is none, or more than one');
}

/** The lines about privileges, among whatever else is printed. */
function linesIn({ output }: CommandRun): readonly string[] {
  return output.split(/\r?\n/).filter((line) => line.startsWith(start));
}

function readLine(line: string): VerifyLine | undefined {
  const [, , privilege, answer] = form.exec(line) ?? [];
  return privilege === undefined || answer === undefined ? undefined : { privilege, answer };
}
