import type { OperationId } from '../../spec/operations.ts';
import type { RefusalEdit } from '../http/edit-refusals.ts';
import type { Route } from '../http/routes.ts';
import type { AliasRules } from '../lifecycle/rollover.ts';
import type { Operation } from '../operations/operation.ts';
import type { Service } from '../operations/service.ts';
import type { ServiceOperation, ServiceOperationId } from '../operations/spellings.ts';
import type { IndexRules } from '../store/catalog/creation.ts';

/** The handler of any operation. */
export type Handler = Operation<OperationId>;

/** Work that a server repeats at an interval. */
interface Loop {
  readonly every_ms: number;
  readonly run: (service: Service) => void;
}

/** The id of a key as its name, and its secret. */
type KeyParts = Readonly<Record<'name' | 'secret', string>>;

/** How a server differs from the usual one. Absent members: it does not. */
export interface Shape {
  readonly indices?: IndexRules;
  readonly aliases?: AliasRules;
  /** Returns another route; `operation` is undefined for routes of the test control. */
  readonly route?: (route: Route, operation: ServiceOperation | undefined) => Route;
  readonly handler?: (handle: Handler, id: ServiceOperationId) => Handler;
  readonly refusal?: RefusalEdit;
  /** Returns the id and the secret of a new key, made from random ones. */
  readonly keyForm?: (random: KeyParts) => KeyParts;
  readonly loops?: readonly Loop[];
}
