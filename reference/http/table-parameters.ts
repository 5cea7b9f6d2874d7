import type { OperationDefinition, ParameterDefinition } from '../../spec/operations.ts';

/** Parameters of queries that clients send beside those of the description. */
const added: readonly ParameterDefinition[] = [
  { name: 'header', schema: { type: 'string' }, required: false },
  { name: 'drop_null_columns', schema: { type: 'boolean' }, required: false },
  { name: 'allow_partial_results', schema: { type: 'boolean' }, required: false },
];

/** Parameters whose values are checked together, and refused in words of their own. */
const unchecked: readonly string[] = ['format', 'delimiter'];

/**
 * Takes an operation that answers with a table; gives it with the parameters that its clients may send, of which `format`
 * and `delimiter` take any text here.
 */
export function withTableParameters(definition: OperationDefinition): OperationDefinition {
  const known = definition.queryParameters.map((parameter) =>
    unchecked.includes(parameter.name) ? { ...parameter, schema: { type: 'string' } } : parameter,
  );
  const names = known.map(({ name }) => name);
  const others = added.filter(({ name }) => !names.includes(name));
  return { ...definition, queryParameters: [...known, ...others] };
}
