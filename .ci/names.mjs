import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const unitSuffix = /_(?:ms|s|bytes)$/;
const dataFile = /\.(?:ya?ml|json|feature)$/;
const plainName = /^(?:_|[_$#]?[A-Za-z$][A-Za-z0-9$]*)$/;

/**
 * Names are in camelCase, a unit may follow as a suffix (`timeout_ms`). Members of types, and variables that are
 * destructured from them, may bear a wire name: a name that stands in the files of `sources`, or in `wire`.
 */
const camelCase = {
  meta: {
    schema: [
      {
        type: 'object',
        required: ['sources', 'wire'],
        properties: {
          sources: { type: 'array', items: { type: 'string' } },
          wire: { type: 'array', items: { type: 'string' } },
        },
      },
    ],
  },
  create(context) {
    const [{ sources, wire }] = context.options;
    const wireNames = namesIn(context.cwd, sources, wire);
    const isWire = (name) => wireNames.has(name) || wireNames.has(name.replace(unitSuffix, ''));
    const report = (node, name, advice) =>
      context.report({ node, message: `Write ${name} in camelCase${advice}.` });
    const variable = (node) => {
      if (node?.type === 'Identifier' && !isPlain(node.name)) report(node, node.name, '');
    };
    const member = ({ key, computed }) => {
      const name = key?.type === 'PrivateIdentifier' ? `#${key.name}` : key?.name;
      if (computed || name === undefined || isPlain(name) || isWire(name)) return;
      report(key, name, ', or add it to the wire names if it is one');
    };
    const pattern = ({ properties }) => {
      for (const { shorthand, value, key } of properties) {
        if (!shorthand) variable(value?.type === 'AssignmentPattern' ? value.left : value);
        else if (!isWire(key.name) && !isPlain(key.name)) report(key, key.name, '');
      }
    };
    const callable = ({ id, params }) => {
      variable(id);
      for (const param of params) variable(param.type === 'AssignmentPattern' ? param.left : param);
    };
    return {
      VariableDeclarator: ({ id }) => variable(id),
      FunctionDeclaration: callable,
      FunctionExpression: callable,
      ArrowFunctionExpression: callable,
      ClassDeclaration: ({ id }) => variable(id),
      TSInterfaceDeclaration: ({ id }) => variable(id),
      TSTypeAliasDeclaration: ({ id }) => variable(id),
      ObjectPattern: pattern,
      ArrayPattern: ({ elements }) => elements.forEach((element) => variable(element)),
      PropertyDefinition: member,
      MethodDefinition: member,
      TSPropertySignature: member,
      TSMethodSignature: member,
    };
  },
};

function isPlain(name) {
  return plainName.test(name.replace(unitSuffix, ''));
}

/** Every name with an underscore in the files below some folders, read once for a run of the linter. */
const known = new Map();
function namesIn(root, sources, wire) {
  const key = JSON.stringify([root, sources, wire]);
  if (!known.has(key)) {
    const texts = sources.flatMap((source) => filesBelow(join(root, source)));
    const words = texts.flatMap(
      (file) => readFileSync(file, 'utf8').match(/\b[a-z_]\w*_\w+/g) ?? [],
    );
    known.set(key, new Set([...words, ...wire]));
  }
  return known.get(key);
}

function filesBelow(path) {
  if (dataFile.test(path)) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() || dataFile.test(entry.name) ? filesBelow(join(path, entry.name)) : [],
  );
}

export default { meta: { name: 'names' }, rules: { 'camel-case': camelCase } };
