export { evaluate } from './evaluate.ts';
export { findFunction, functionDefinitions, functionNames, isFunction } from './registry.ts';
export { resolveCall } from './resolve-call.ts';
export type { FunctionDefinition, FunctionExample } from './definition.ts';
