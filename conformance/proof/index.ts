export { faults } from './faults/index.ts';
export { variants } from './variants/index.ts';
export { startDerived } from './space/start-derived.ts';
