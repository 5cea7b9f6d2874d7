import { similarNames } from '../base/similar-names.ts';

const maxCalls = 3;
/** More than half of the characters are the same. */
const minSimilarity = 0.501;

/** A method and the template of a path. */
interface Call {
  readonly method: string;
  readonly path: string;
}

/** Returns the calls whose paths are most similar to a path: at most three, each as `GET, POST /{target}/_search`. */
export function nearestCalls(path: string, calls: readonly Call[]): readonly string[] {
  const templates = [...new Set(calls.map((call) => call.path))];
  const shapes = [...new Set(templates.map(shapeOfTemplate))].sort();
  const similar = similarNames(shapeOfPath(path), shapes, minSimilarity);
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

/** Returns the path with every segment that does not start with `_` replaced by a parameter. */
function shapeOfPath(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment === '' || segment.startsWith('_') ? segment : '{}'))
    .join('/');
}
