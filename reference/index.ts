export type { ControlledEnvironment, Environment, Timer } from './base/environment.ts';
export { systemEnvironment } from './base/environment.ts';
export type { RunningServer } from './http/server.ts';
export type {
  FaultRule,
  Faults,
  PendingFault,
  RecordedRequest,
  RecordedRequests,
  RequestMatch,
} from './http/test-requests.ts';
export type { IntakeSettings } from './intake/settings.ts';
export type { IntakeOptions } from './intake/start-intake.ts';
export { startIntake } from './intake/start-intake.ts';
export type { SeedDocuments, SeedOptions } from './reference-server.ts';
export type { ShapeName } from './shapes/shape-names.ts';
export type { ReferenceOptions, ReferenceServer } from './reference-server.ts';
export { startReference } from './start.ts';
