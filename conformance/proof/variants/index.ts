import type { Variant } from '../../run/mutation.ts';
import { agentKeyPageVariants } from './agent-keys-page.ts';
import { answerVariants } from './answers.ts';
import { asyncQueryVariants } from './async-queries.ts';
import { connectionVariants } from './connections.ts';
import { intakeVariants } from './intake.ts';
import { lifecycleVariants } from './lifecycle.ts';
import { narrowVariants } from './narrow-servers.ts';
import { queryVariants } from './queries.ts';
import { queryDocumentVariants } from './query-documents.ts';
import { queryTextVariants } from './query-texts.ts';
import { representationVariants } from './representation.ts';
import { searchingVariants } from './searching.ts';
import { securityVariants } from './security.ts';
import { sqlVariants } from './sql.ts';

/** All variants. */
export const variants: readonly Variant[] = Object.freeze([
  ...connectionVariants,
  ...representationVariants,
  ...answerVariants,
  ...searchingVariants,
  ...asyncQueryVariants,
  ...queryVariants,
  ...queryTextVariants,
  ...queryDocumentVariants,
  ...sqlVariants,
  ...lifecycleVariants,
  ...securityVariants,
  ...narrowVariants,
  ...agentKeyPageVariants,
  ...intakeVariants,
]);
