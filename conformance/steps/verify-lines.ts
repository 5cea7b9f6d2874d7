import { Mismatch } from '../base/errors.ts';
import { confirms, formOfLines, lineAbout, linesIn, readLine } from '../client/verify-lines.ts';
import type { CommandRun } from '../driver/intake-command.ts';
import type { Credential } from './security.ts';
import { defineChoice, definePhrase } from './wordings.ts';

definePhrase<[Credential]>('the command verifies {credential}', (world, [credential]) =>
  world.runIntake((command) => command.verify(credential().replace(/^ApiKey /, ''))),
);

defineChoice('the command prints {lines}', [
  [/lines of the specified form/, ({ lastCommand }) => expectForm(lastCommand)],
  [/one line about "([^"]*)"/, ({ lastCommand }, privilege) => lineAbout(lastCommand, privilege)],
  [
    /one line about "([^"]*)" that ends in Yes/,
    ({ lastCommand }, privilege) => {
      const { answer } = lineAbout(lastCommand, privilege);
      if (answer.endsWith('Yes')) return;
      throw new Mismatch('Yes', answer, `${privilege} is not confirmed`);
    },
  ],
  [
    /one line about "([^"]*)" that ends in a negative answer/,
    ({ lastCommand }, privilege) => {
      const { answer } = lineAbout(lastCommand, privilege);
      if (!confirms(answer)) return;
      throw new Mismatch('a negative answer', answer, `${privilege} is confirmed`);
    },
  ],
  [
    /no line that ends in Yes/,
    ({ lastCommand }) => {
      const wrong = linesIn(lastCommand).find(confirms);
      if (wrong === undefined) return;
      const expected = 'only negative answers, or no answer';
      throw new Mismatch(expected, wrong, 'an invalid credential is confirmed');
    },
  ],
]);

function expectForm(run: CommandRun): void {
  const lines = linesIn(run);
  const wrong = lines.find((line) => readLine(line) === undefined);
  if (lines.length > 0 && wrong === undefined) return;
  throw new Mismatch(
    formOfLines,
    wrong ?? run.output,
    'a line has a different form, or there is none',
  );
}
