export type { ControlledEnvironment, Environment, Timer } from './base/environment.ts';
export { systemEnvironment } from './base/environment.ts';
export type { RunningServer } from './http/server.ts';
export type { IntakeSettings } from './intake/settings.ts';
export type { IntakeOptions } from './intake/start-intake.ts';
export { startIntake } from './intake/start-intake.ts';
export type { SeedOptions } from './seed.ts';
export type { ReferenceOptions, ReferenceServer } from './start.ts';
export { startReference } from './start.ts';
