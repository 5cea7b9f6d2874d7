import type { Environment } from '../base/environment.ts';
import type { JsonValue } from '../base/json.ts';
import { refuse, ServiceError } from '../base/service-error.ts';
import { applyAliasActions } from './catalog/alias-actions.ts';
import { checkAliases, readAliases, writeIndexOf } from './catalog/aliases.ts';
import { readCreation } from './catalog/creation.ts';
import {
  checkIndexName,
  indexNotFound,
  invalidIndexName,
  resolveDateMath,
} from './catalog/names.ts';
import { resolveExpression } from './catalog/resolve.ts';
import type {
  AliasAction,
  Catalog,
  ClusterSettings,
  ResolvedIndex,
  ResolveOptions,
  UpdateSettingsOptions,
} from './catalog-types.ts';
import type { Index } from './index-service.ts';
import { globMatcher } from './mapping.ts';
import { MemoryIndex } from './memory-index.ts';
import {
  clusterSetting,
  clusterSettingRules,
  mergeClusterSettings,
} from './settings/cluster-settings.ts';
import { readIndexSettings, withoutPresent } from './settings/read-index-settings.ts';

/** Takes the environment; gives a catalog without indices. */
export function createCatalog(environment: Environment): Catalog {
  return new MemoryCatalog(environment);
}

const no_settings: ClusterSettings = { persistent: new Map(), transient: new Map() };

class MemoryCatalog implements Catalog {
  readonly #environment: Environment;
  readonly #indices = new Map<string, MemoryIndex>();
  #clusterSettings: ClusterSettings = no_settings;
  /** Made again after every change of an alias. */
  #aliases: ReadonlyMap<string, readonly MemoryIndex[]> | undefined;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  get indices(): ReadonlyMap<string, Index> {
    return this.#indices;
  }

  get clusterSettings(): ClusterSettings {
    return this.#clusterSettings;
  }

  /** index.create-empty, index.create-with-all-members, index.create-response. */
  create(expression: string, body: JsonValue | undefined): Index {
    const name = this.#newName(expression);
    const { settings, mappings, aliases } = readCreation(body);
    const read = readAliases(aliases);
    const index = new MemoryIndex({
      name,
      uuid: this.#newUuid(),
      settings: readIndexSettings(settings),
      mapping: mappings,
      aliases: read,
      environment: this.#environment,
    });
    checkAliases(
      new Map([...this.#indices.values(), index].map((each) => [each.name, each.aliases])),
    );
    this.#indices.set(name, index);
    this.#aliases = undefined;
    return index;
  }

  delete(expression: string, options: ResolveOptions = {}): readonly Index[] {
    const isWide = /\*|(^|,)_all(,|$)/.test(expression) || expression === '';
    if (isWide && this.setting('action.destructive_requires_name') === 'true') {
      refuse('Wildcard expressions or all indices are not allowed');
    }
    for (const part of expression.split(',')) {
      if (this.aliases().has(part)) {
        refuse(
          `The provided expression [${part}] matches an alias, specify the corresponding concrete indices instead.`,
        );
      }
    }
    const names = { indices: this.#indices, aliases: new Map(), now_ms: this.#environment.now() };
    const removed = resolveExpression(expression, names, options).map(({ index }) => index);
    for (const { name } of removed) this.#remove(name);
    return removed;
  }

  get(name: string): Index | undefined {
    return this.#indices.get(name);
  }

  resolve(expression: string | undefined, options: ResolveOptions = {}): readonly Index[] {
    return this.resolveSearch(expression, options).map(({ index }) => index);
  }

  resolveSearch(
    expression: string | undefined,
    options: ResolveOptions = {},
  ): readonly ResolvedIndex[] {
    const names = {
      indices: this.#indices,
      aliases: this.aliases(),
      now_ms: this.#environment.now(),
    };
    return resolveExpression(expression, names, options);
  }

  writeIndex(expression: string): Index {
    const known = this.#indices.get(expression);
    if (known !== undefined) return known;
    const name = resolveDateMath(expression, this.#environment.now());
    const members = this.aliases().get(name);
    if (members !== undefined) return writeIndexOf(name, members);
    const index = this.#indices.get(name);
    if (index !== undefined) return index;
    this.#checkAutoCreate(name);
    return this.create(name, undefined);
  }

  singleIndex(expression: string): Index {
    const name = resolveDateMath(expression, this.#environment.now());
    const members = this.#indices.get(name) ?? this.aliases().get(name);
    if (members === undefined) throw indexNotFound(name);
    if (members instanceof MemoryIndex) return members;
    const [only] = members;
    if (members.length === 1 && only !== undefined) return only;
    const names = members.map((index) => index.name).join(', ');
    return refuse(
      `alias [${name}] has more than one index associated with it [${names}], can't execute a single index op`,
    );
  }

  putMapping(expression: string, body: JsonValue | undefined, options: ResolveOptions = {}): void {
    const targets = this.#own(expression, { allow_no_indices: false, ...options });
    for (const index of targets) index.mergedMapping(body);
    for (const index of targets) index.putMapping(body);
  }

  updateSettings(
    expression: string,
    body: JsonValue | undefined,
    options: UpdateSettingsOptions = {},
  ): void {
    const targets = this.#own(expression, { allow_no_indices: false, ...options });
    const merged = targets.map((index) => {
      const wanted =
        options.preserve_existing === true ? withoutPresent(index.settings, body) : body;
      return [index, index.mergedSettings(wanted)] as const;
    });
    for (const [index, settings] of merged) index.replaceSettings(settings);
  }

  updateAliases(actions: readonly AliasAction[]): void {
    const { aliases, removed } = applyAliasActions(this.#indices, actions, (expression) =>
      this.resolve(expression, { allow_no_indices: false }),
    );
    for (const name of removed) this.#remove(name);
    for (const [name, options] of aliases) this.#indices.get(name)?.replaceAliases(options);
    this.#aliases = undefined;
  }

  aliases(): ReadonlyMap<string, readonly MemoryIndex[]> {
    this.#aliases ??= this.#collectAliases();
    return this.#aliases;
  }

  updateClusterSettings(body: JsonValue | undefined): ClusterSettings {
    this.#clusterSettings = mergeClusterSettings(this.#clusterSettings, body);
    return this.#clusterSettings;
  }

  setting(name: string): string {
    return clusterSetting(this.#clusterSettings, name);
  }

  defaultSettings(): ReadonlyMap<string, string> {
    return new Map([...clusterSettingRules].map(([name, { otherwise }]) => [name, otherwise]));
  }

  reset(): void {
    for (const name of this.#indices.keys()) this.#remove(name);
    this.#clusterSettings = no_settings;
  }

  #own(expression: string, options: ResolveOptions): readonly MemoryIndex[] {
    return this.resolve(expression, options).flatMap(({ name }) => this.#indices.get(name) ?? []);
  }

  #remove(name: string): void {
    this.#indices.get(name)?.close();
    this.#indices.delete(name);
    this.#aliases = undefined;
  }

  #newName(expression: string): string {
    const name = resolveDateMath(expression, this.#environment.now());
    checkIndexName(name);
    const taken = this.#indices.get(name);
    if (taken !== undefined) {
      throw new ServiceError(
        'resource_already_exists_exception',
        `index [${name}/${taken.uuid}] already exists`,
        { metadata: { index_uuid: taken.uuid, index: name } },
      );
    }
    if (this.aliases().has(name)) throw invalidIndexName(name, 'already exists as alias');
    return name;
  }

  #newUuid(): string {
    return Buffer.from(this.#environment.randomBytes(16)).toString('base64url');
  }

  #collectAliases(): ReadonlyMap<string, readonly MemoryIndex[]> {
    const collected = new Map<string, MemoryIndex[]>();
    for (const index of this.#indices.values()) {
      for (const alias of index.aliases.keys()) {
        const members = collected.get(alias);
        if (members === undefined) collected.set(alias, [index]);
        else members.push(index);
      }
    }
    return collected;
  }

  #checkAutoCreate(name: string): void {
    const setting = this.setting('action.auto_create_index');
    if (setting === 'true') return;
    for (const pattern of setting === 'false' ? [] : setting.split(',')) {
      if (!globMatcher(pattern.trim().replace(/^[+-]/, ''))(name)) continue;
      if (!pattern.trim().startsWith('-')) return;
      break;
    }
    throw indexNotFound(name, ` and [action.auto_create_index] is [${setting}]`);
  }
}
