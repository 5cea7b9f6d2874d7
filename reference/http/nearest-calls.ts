import type { Route } from './routes.ts';
import { similarNames } from './similar-names.ts';

const maxCalls = 3;

/** Returns the routes whose paths are most similar to a path: at most three, each as `GET, POST /{target}/_search`. */
export function nearestCalls(path: string, routes: readonly Route[]): readonly string[] {
  const templates = [...new Set(routes.map((route) => route.path))];
  const similar = similarNames(shapeOf(path), [...new Set(templates.map(shapeOf))]);
  return similar
    .flatMap((shape) => templates.filter((template) => shapeOf(template) === shape))
    .slice(0, maxCalls)
    .map((template) => {
      const methods = routes.filter((route) => route.path === template).map(({ method }) => method);
      return `${methods.join(', ').toUpperCase()} ${template}`;
    });
}

/** Every segment that does not start with `_` counts as a parameter. */
function shapeOf(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment === '' || segment.startsWith('_') ? segment : '{}'))
    .join('/');
}
