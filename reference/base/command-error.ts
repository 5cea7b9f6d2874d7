import { visible } from './visible.ts';

/** Returns the text of an error of a command line: one line, which ends the output, with where the flags are listed. */
export function commandError(text: string): string {
  const line = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '');
  return `error: ${visible(line)}; --help lists the flags\n`;
}
