import { dirname, relative, resolve, sep } from 'node:path';

/**
 * The rooms of the reference and what each may know, in one list: `{house, rooms: {room: [rooms it may import]}}`.
 * Files that stand straight in the house know every room.
 */
const rooms = {
  meta: {
    schema: [
      {
        type: 'object',
        required: ['house', 'rooms'],
        properties: { house: { type: 'string' }, rooms: { type: 'object' } },
      },
    ],
  },
  create(context) {
    const { house, rooms: known } = context.options[0];
    const within = (file) => relative(resolve(context.cwd, house), file).split(sep);
    const file = within(context.filename);
    const [room] = file;
    if (room === '..' || file.length < 2) return {};
    const check = ({ source }) => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
      const target = within(resolve(dirname(context.filename), source.value));
      const [other] = target;
      if (other === '..' || other === room) return;
      if (!known[room]?.includes(target.length < 2 ? '.' : other)) {
        context.report({
          node: source,
          message: `The room ${room} knows nothing of ${target.length < 2 ? target.join('/') : other}.`,
        });
      }
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

export default { meta: { name: 'walls' }, rules: { rooms } };
