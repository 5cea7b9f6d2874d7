import type { Property } from '../property.ts';
import { aliasStates } from './alias-states.ts';
import { copiesAreNotCopiedOn, copiesComeTogether, copyAnswersAsSource } from './copy-to.ts';
import { cursorPages } from './cursor-pages.ts';
import { forbiddenInput } from './forbidden-input.ts';
import { frozenPointInTime } from './frozen-point-in-time.ts';
import { frozenScroll } from './frozen-scroll.ts';
import { hostileCells } from './hostile-cells.ts';
import { intakeKeys } from './intake-keys.ts';
import { keyPrivileges } from './key-privileges.ts';
import { keyStates } from './key-states.ts';
import { keyWithinCreator } from './key-within-creator.ts';
import { mappingStates } from './mapping-states.ts';
import { oneDocumentMore } from './one-document-more.ts';
import { matchCombinesWords, rangeIsIntersection, termsIsUnion } from './queries-combine.ts';
import { identifierIsName, parameterIsLiteral, partsMakeWhole } from './query-meaning.ts';
import { sqlEqualsQuery } from './sql-equals-query.ts';
import { queryDimensionsAgree } from './query-dimensions.ts';
import { queryStates } from './query-states.ts';
import { rollStates } from './roll-states.ts';
import { rollover } from './rollover.ts';
import { searchWays } from './search-ways.ts';
import { sortOrder } from './sort-order.ts';
import { validRequests } from './valid-requests.ts';
import { walksAgree } from './walks-agree.ts';
import { writesAgree } from './writes-agree.ts';

/** Every property: first the one that reaches most, then the others in the order of the chapters. */
export const properties: readonly Property[] = Object.freeze([
  validRequests,
  walksAgree,
  sortOrder,
  termsIsUnion,
  rangeIsIntersection,
  matchCombinesWords,
  oneDocumentMore,
  searchWays,
  frozenPointInTime,
  frozenScroll,
  writesAgree,
  aliasStates,
  copyAnswersAsSource,
  copiesComeTogether,
  copiesAreNotCopiedOn,
  mappingStates,
  queryDimensionsAgree,
  partsMakeWhole,
  hostileCells,
  parameterIsLiteral,
  identifierIsName,
  queryStates,
  sqlEqualsQuery,
  cursorPages,
  rollover,
  rollStates,
  keyStates,
  keyPrivileges,
  keyWithinCreator,
  intakeKeys,
  forbiddenInput,
]);
