import { refuse, ServiceError } from '../base/service-error.ts';
import type { IndexTemplate } from '../store/catalog/templates.ts';
import type { Operation } from './operation.ts';
import { acknowledged, done, presence } from './operation.ts';
import { splitNames } from './targets.ts';

/** Creates or replaces an index template. */
export const putIndexTemplate: Operation<'putIndexTemplate'> = (
  { path, query, body },
  { catalog },
) => {
  catalog.templates.put(path.name, body?.json(), query.create === true);
  return acknowledged();
};

/** Returns index templates by names and patterns. */
export const getIndexTemplate: Operation<'getIndexTemplate'> = ({ path }, { catalog }) => {
  const { name = '*' } = path;
  const found = catalog.templates.find([name]);
  if (found.length === 0 && !name.includes('*')) throw templateNotFound(name);
  return done({ index_templates: found.map(render) });
};

/** Answers 200 if a template matches the name, and 404 otherwise. */
export const indexTemplateExists: Operation<'indexTemplateExists'> = ({ path }, service) =>
  presence(service.catalog.templates.find([path.name]).length > 0);

/** Deletes templates. A template that a data stream uses cannot be deleted. */
export const deleteIndexTemplate: Operation<'deleteIndexTemplate'> = ({ path }, service) => {
  const { templates, dataStreams } = service.catalog;
  const names = splitNames(path.name, 'index template');
  for (const name of names.filter((each) => !each.includes('*'))) {
    if (templates.get(name) === undefined) throw templateNotFound(name);
  }
  const removed = templates.find(names);
  const removedNames = new Set(removed.map(({ name }) => name));
  const users = [...dataStreams.values()].filter(({ template }) => removedNames.has(template));
  if (users.length > 0) {
    refuse(
      `unable to remove composable templates [${[...removedNames].join(', ')}] as they are in use by a data streams [${users.map(({ name }) => name).join(', ')}]`,
    );
  }
  for (const name of removedNames) templates.remove(name);
  return acknowledged();
};

function render({ name, index_patterns, json }: IndexTemplate) {
  return { name, index_template: { ...json, index_patterns, composed_of: [] } };
}

function templateNotFound(name: string): ServiceError {
  return new ServiceError(
    'resource_not_found_exception',
    `index template matching [${name}] not found`,
  );
}
