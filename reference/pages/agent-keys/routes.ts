import { lazily, loadedLater } from '../../base/lazily.ts';
import type { Route } from '../../http/routes.ts';
import type { Security } from '../../security/security.ts';
import type { PageAnswers } from './answers.ts';
import { pagePath } from './layout.ts';

const loadAnswers = loadedLater(() => import('./answers.ts'));

/** Returns the routes of the page for creating agent keys. It is loaded when it is first asked for. */
export function agentKeyRoutes({ keys }: Pick<Security, 'keys'>): readonly Route[] {
  const answers = lazily(async () => (await loadAnswers()).agentKeyAnswers({ keys }));
  const route = (method: string, path: string, call: keyof PageAnswers): Route => ({
    method,
    path,
    isChange: method === 'post',
    serve: async (ctx) => (await answers())[call](ctx),
  });
  return [route('get', pagePath, 'show'), route('post', pagePath, 'create')];
}
