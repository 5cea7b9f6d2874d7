/**
 * Operations of the description that have no handler here, and are answered like a path that does not exist: those of the
 * intake, which is a server of its own.
 */
export type PlannedOperationId = IntakeOperations;

type IntakeOperations = 'ingestEvents' | 'getAgentConfiguration' | 'getAgentConfigurationByPost';
