import type { BodyPart } from '../../base/body.ts';
import { elementsOf, objectOf, readDeclared } from '../../base/body.ts';
import type { Journal } from '../../base/journal.ts';
import { RecordedMap } from '../../base/journal.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { refuse, ServiceError, validationError, unlessRefused } from '../../base/service-error.ts';
import { anyGlob, newMatchBudget } from '../../base/wildcard.ts';
import type { Creation } from './creation.ts';
import { checkCreation, readCreation } from './creation.ts';

/** An index template. */
export interface IndexTemplate {
  readonly name: string;
  readonly index_patterns: readonly string[];
  /** The matching template with the highest priority applies. */
  readonly priority: number;
  readonly creation: Creation;
  /** True if the template is for data streams. */
  readonly makesDataStreams: boolean;
  /** The template as the client sent it. */
  readonly json: JsonObject;
}

/** A new index is compared with all patterns of all templates in one turn. */
const mostCharacters = 100_000;

const members = {
  index_patterns: patternsOf,
  template: ({ value }: BodyPart) => readCreation(value),
  data_stream: objectOf,
  priority: priorityOf,
  version: wholeNumber,
  _meta: objectOf,
};

/** The index templates of the service, by name. */
export class Templates extends RecordedMap<IndexTemplate> {
  constructor(journal: Journal) {
    super(journal, {
      kind: 'index_template',
      encode: ({ json }) => json,
      decode: (stored, name) => readTemplate(name, stored),
    });
  }

  /**
   * Creates or replaces a template; with `create` the name must not exist. Throws a ServiceError if the template is
   * invalid.
   */
  put(name: string, body: JsonValue | undefined, create = false): void {
    if (create && this.has(name)) {
      refuse(`index template [${name}] already exists`);
    }
    const template = readTemplate(name, body);
    const others = [...this.values()].filter((other) => other.name !== name);
    const patterns = [template, ...others].flatMap((one) => one.index_patterns);
    if (patterns.join('').length > mostCharacters) {
      const limit = `at most [${mostCharacters}] characters`;
      refuse(`the index patterns of all templates may have ${limit} together; delete a template`);
    }
    this.set(name, template);
  }

  /** Returns the template for a new index or data stream. */
  matching(name: string): IndexTemplate | undefined {
    const budget = newMatchBudget();
    let best: IndexTemplate | undefined;
    for (const template of this.values()) {
      const fits = anyGlob(template.index_patterns, budget)(name);
      if (fits && (best === undefined || template.priority > best.priority)) best = template;
    }
    return best;
  }
}

function readTemplate(name: string, body: JsonValue | undefined): IndexTemplate {
  checkTemplateName(name);
  if (!isJsonObject(body)) throw new ServiceError('parse_exception', 'request body is required');
  const part = { value: body, text: '', path: [] };
  const read = readDeclared(part, 'index_template', members);
  const { template: creation = readCreation(undefined), index_patterns, priority = 0 } = read;
  checkParts(name, creation);
  return {
    name,
    index_patterns: index_patterns ?? patternsOf({ ...part, value: null }),
    priority,
    creation,
    makesDataStreams: read.data_stream !== undefined,
    json: body,
  };
}

/** The version is only kept. */
function wholeNumber({ value }: BodyPart): void {
  if (Number.isInteger(value)) return;
  throw validationError(['index template version must be a whole number']);
}

function checkTemplateName(name: string): void {
  const problems = [
    ...(name === '' ? ['name must not be empty'] : []),
    ...(name.startsWith('_') ? ["name must not start with '_'"] : []),
    ...(/[\s,#*]/.test(name) ? ["name must not contain a space, ',', '#' or '*'"] : []),
    ...(name === name.toLowerCase() ? [] : ['name must be lower cased']),
  ];
  if (problems.length > 0) throw validationError(problems);
}

function patternsOf(part: BodyPart): readonly string[] {
  const given = elementsOf(part).map(({ value }) => value);
  const patterns = given.filter((pattern) => typeof pattern === 'string' && pattern !== '');
  if (patterns.length === 0 || patterns.length < given.length) {
    throw validationError(['index patterns are missing, or are not all of them strings']);
  }
  return patterns.map(String);
}

function priorityOf({ value }: BodyPart): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw validationError(['index template priority must be a whole number of at least 0']);
}

/** Refuses a template from which no index could be created. */
function checkParts(name: string, creation: Creation): void {
  const check = () => checkCreation(creation);
  unlessRefused(check, ({ type, reason }) => {
    const problem = `index template [${name}] is invalid: ${reason}`;
    throw new ServiceError('illegal_argument_exception', problem, { cause: { type, reason } });
  });
}
