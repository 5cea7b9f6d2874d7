/** Operations of the description that have no handler yet; they are answered like a path that does not exist. */
export type PlannedOperationId = IntakeOperations;

type IntakeOperations = 'ingestEvents' | 'getAgentConfiguration' | 'getAgentConfigurationByPost';
