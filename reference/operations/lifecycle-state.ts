import { explainIndex } from '../lifecycle/explain.ts';
import type { Operation } from './operation.ts';
import { done } from './operation.ts';

/** lifecycle.other-phases: returns the lifecycle state of every index that the expression selects. */
export const explainLifecycle: Operation<'explainLifecycle'> = ({ path, query }, service) => {
  const now_ms = service.environment.now();
  const explained = service.catalog
    .resolve(path.target)
    .map((index) => [index.name, explainIndex(index, now_ms)] as const)
    .filter(
      ([, state]) => state.managed || (query.only_managed !== true && query.only_errors !== true),
    )
    .filter(([, state]) => query.only_errors !== true || state['step'] === 'ERROR');
  return done({ indices: Object.fromEntries(explained) });
};
