import { refuse, ServiceError } from '../base/service-error.ts';
import type { IndexTemplate } from '../store/catalog/templates.ts';
import type { Operation, OperationRequest, Reply } from './operation.ts';
import { acknowledged, done, presence } from './operation.ts';
import type { Service } from './service.ts';
import { splitList } from './targets.ts';

export const putIndexTemplate: Operation<'putIndexTemplate'> = (request, service) =>
  put(request, service);

export const putIndexTemplateByPost: Operation<'putIndexTemplateByPost'> = (request, service) =>
  put(request, service);

export const getAllIndexTemplates: Operation<'getAllIndexTemplates'> = (_, service) =>
  done({ index_templates: service.catalog.templates.find(['*']).map(render) });

export const getIndexTemplate: Operation<'getIndexTemplate'> = ({ path }, service) => {
  const found = service.catalog.templates.find([path.name]);
  if (found.length === 0 && !path.name.includes('*')) throw templateNotFound(path.name);
  return done({ index_templates: found.map(render) });
};

export const indexTemplateExists: Operation<'indexTemplateExists'> = ({ path }, service) =>
  presence(service.catalog.templates.find([path.name]).length > 0);

/** A template that a data stream needs for its next index stays. */
export const deleteIndexTemplate: Operation<'deleteIndexTemplate'> = ({ path }, service) => {
  const { templates, dataStreams } = service.catalog;
  const names = splitList(path.name);
  for (const name of names.filter((each) => !each.includes('*'))) {
    if (templates.get(name) === undefined) throw templateNotFound(name);
  }
  const removed = templates.find(names);
  const gone = new Set(removed.map(({ name }) => name));
  const users = [...dataStreams.values()].filter(({ template }) => gone.has(template));
  if (users.length > 0) {
    refuse(
      `unable to remove composable templates [${[...gone].join(', ')}] as they are in use by a data streams [${users.map(({ name }) => name).join(', ')}]`,
    );
  }
  for (const name of gone) templates.remove(name);
  return acknowledged();
};

function put(
  { path, query, body }: OperationRequest<'putIndexTemplate' | 'putIndexTemplateByPost'>,
  { catalog }: Service,
): Reply {
  catalog.templates.put(path.name, body?.json(), query.create === true);
  return acknowledged();
}

function render({ name, index_patterns, json }: IndexTemplate) {
  return { name, index_template: { ...json, index_patterns, composed_of: [] } };
}

function templateNotFound(name: string): ServiceError {
  return new ServiceError(
    'resource_not_found_exception',
    `index template matching [${name}] not found`,
  );
}
