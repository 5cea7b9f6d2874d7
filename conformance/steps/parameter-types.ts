import { defineParameterType } from '@cucumber/cucumber';
import type { World } from './world.ts';

/** `{name}`: a quoted alias, or a comma list of them, given to the step as the unique names it stands for. */
defineParameterType({
  name: 'name',
  regexp: /"([^"]*)"/,
  transformer(this: World, alias: string): string {
    return this.name(alias);
  },
  useForSnippets: false,
});
