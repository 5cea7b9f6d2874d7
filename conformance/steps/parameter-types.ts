import { defineParameterType } from '@cucumber/cucumber';
import { parseJson } from '../base/body.ts';
import type { World } from '../client/world.ts';

/** `{name}`: a quoted alias or comma-separated list of aliases; the step receives their unique names. */
defineParameterType({
  name: 'name',
  regexp: /"([^"]*)"/,
  transformer(this: World, alias: string): string {
    return this.name(alias);
  },
  useForSnippets: false,
});

/** `{json}`: a JSON value; each `$name` in its texts is replaced. */
defineParameterType({
  name: 'json',
  regexp: /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|\[.*\]|\{.*\}/,
  transformer(this: World, text: string): unknown {
    return parseJson(this.expand(text, 'json'));
  },
  useForSnippets: false,
});
