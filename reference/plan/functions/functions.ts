export { functionDefinitions, functionNames, isFunction } from './registry.ts';
export { resolveCall } from './resolve-call.ts';
