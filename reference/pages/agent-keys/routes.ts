import { lazily } from '../../base/lazily.ts';
import type { Route } from '../../http/routes.ts';
import type { PageAnswers, PageWorld } from './answers.ts';
import { pagePath, revokePath, stylePath } from './layout.ts';

/** Returns the routes of the page for creating and revoking agent keys. It is loaded when it is first asked for. */
export function agentKeyRoutes(world: PageWorld): readonly Route[] {
  const answers = lazily(async () => (await import('./answers.ts')).agentKeyAnswers(world));
  const route = (method: string, path: string, call: keyof PageAnswers): Route => ({
    method,
    path,
    isChange: method === 'post',
    serve: async (ctx) => (await answers())[call](ctx),
  });
  return [
    route('get', pagePath, 'list'),
    route('post', pagePath, 'create'),
    route('post', revokePath, 'revoke'),
    route('get', stylePath, 'style'),
  ];
}
