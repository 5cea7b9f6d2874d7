/** A refused request, with the status and the message of the answer. */
export class IntakeRefusal extends Error {
  override readonly name = 'IntakeRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The message to an agent that may try again later. */
export const unavailable = 'service unavailable';
