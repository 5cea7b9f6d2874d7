import { similarNames } from './similar-names.ts';

const maxCalls = 3;

/** A method and the template of a path. */
interface Call {
  readonly method: string;
  readonly path: string;
}

/** Returns the calls whose paths are most similar to a path: at most three, each as `GET, POST /{target}/_search`. */
export function nearestCalls(path: string, calls: readonly Call[]): readonly string[] {
  const templates = [...new Set(calls.map((call) => call.path))];
  const similar = similarNames(shapeOfPath(path), [...new Set(templates.map(shapeOfTemplate))]);
  return similar
    .flatMap((shape) => templates.filter((template) => shapeOfTemplate(template) === shape))
    .slice(0, maxCalls)
    .map((template) => {
      const methods = calls.filter((call) => call.path === template).map(({ method }) => method);
      return `${methods.join(', ').toUpperCase()} ${template}`;
    });
}

function shapeOfTemplate(template: string): string {
  return template.replaceAll(/\{\w+\}/g, '{}');
}

/** Every segment that does not start with `_` counts as a parameter. */
function shapeOfPath(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment === '' || segment.startsWith('_') ? segment : '{}'))
    .join('/');
}
