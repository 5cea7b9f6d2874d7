/** A value that is invalid for its field; the reader of the document adds field, id and location. */
export class ValueProblem extends Error {
  override readonly name = 'ValueProblem';
  readonly type: string;

  constructor(type: string, reason: string) {
    super(reason);
    this.type = type;
  }
}

/** Throws a ValueProblem. */
export function unreadable(reason: string, type = 'illegal_argument_exception'): never {
  throw new ValueProblem(type, reason);
}
