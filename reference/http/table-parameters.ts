import type { OperationDefinition, ParameterDefinition } from '../../spec/operations.ts';

/** Query parameters that clients send in addition to those of the OpenAPI description. */
const added: readonly ParameterDefinition[] = [
  { name: 'header', schema: { type: 'string' }, required: false, isExtra: true },
  { name: 'drop_null_columns', schema: { type: 'boolean' }, required: false, isExtra: true },
  { name: 'allow_partial_results', schema: { type: 'boolean' }, required: false, isExtra: true },
];

/** Parameters that `answer-form.ts` checks, because they depend on each other. */
const unchecked: readonly string[] = ['format', 'delimiter'];

/**
 * Returns the definition of an operation that answers with a table, with all parameters that its clients may send;
 * `format` and `delimiter` accept any text at this stage.
 */
export function withTableParameters(definition: OperationDefinition): OperationDefinition {
  const known = definition.queryParameters.map((parameter) =>
    unchecked.includes(parameter.name) ? { ...parameter, schema: { type: 'string' } } : parameter,
  );
  const names = known.map(({ name }) => name);
  const others = added.filter(({ name }) => !names.includes(name));
  return { ...definition, queryParameters: [...known, ...others] };
}
