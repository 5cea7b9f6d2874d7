import { dirname, relative, resolve, sep } from 'node:path';

/**
 * Which folders of a half may import which. An option for each half: `{half, layers: {folder: [folders it may import]}}`.
 * Files at the top of a half may import every folder; a folder that is not listed may import none.
 */
const imports = {
  meta: {
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['half', 'layers'],
        properties: { half: { type: 'string' }, layers: { type: 'object' } },
      },
    },
  },
  create(context) {
    const within = (half, file) => relative(resolve(context.cwd, half), file).split(sep);
    const own = context.options.find(({ half }) => within(half, context.filename)[0] !== '..');
    if (own === undefined) return {};
    const [folder, ...rest] = within(own.half, context.filename);
    if (rest.length === 0) return {};
    const check = ({ source }) => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
      const target = within(own.half, resolve(dirname(context.filename), source.value));
      const imported = target.length < 2 ? '.' : target[0];
      if (imported === '..' || imported === folder) return;
      if (own.layers[folder]?.includes(imported)) return;
      const what = imported === '.' ? `${own.half}/${target[0]}` : `${own.half}/${imported}`;
      context.report({ node: source, message: `${own.half}/${folder} must not import ${what}.` });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

export default { meta: { name: 'layers' }, rules: { imports } };
