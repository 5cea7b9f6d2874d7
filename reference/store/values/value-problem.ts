/** A value that its field cannot take; the reader of the document adds field, id and place. */
export class ValueProblem extends Error {
  override readonly name = 'ValueProblem';
  readonly type: string;

  constructor(type: string, reason: string) {
    super(reason);
    this.type = type;
  }
}

/** Throws the problem of a value. */
export function unreadable(reason: string, type = 'illegal_argument_exception'): never {
  throw new ValueProblem(type, reason);
}
