import type { Property } from '../property.ts';
import { copyDimensionsAgree } from './copy-dimensions.ts';
import { forbiddenInput } from './forbidden-input.ts';
import { intakeKeys } from './intake-keys.ts';
import { matchCombinesWords, rangeIsIntersection, termsIsUnion } from './queries-combine.ts';
import { identifierIsName, parameterIsLiteral } from './query-meaning.ts';
import { sqlEqualsQuery } from './sql-equals-query.ts';
import { queryDimensionsAgree } from './query-dimensions.ts';
import { rolloverDimensionsAgree } from './rollover-dimensions.ts';
import { validRequests } from './valid-requests.ts';
import { walksAgree } from './walks-agree.ts';

/** Every property in the order of the chapters; last those that send requests of all of them, as pairs of dimensions come first. */
export const properties: readonly Property[] = Object.freeze([
  walksAgree,
  termsIsUnion,
  rangeIsIntersection,
  matchCombinesWords,
  copyDimensionsAgree,
  queryDimensionsAgree,
  parameterIsLiteral,
  identifierIsName,
  sqlEqualsQuery,
  rolloverDimensionsAgree,
  intakeKeys,
  validRequests,
  forbiddenInput,
]);
