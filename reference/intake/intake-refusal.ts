/** A request that is turned away, with the status and the message that the agent is told. */
export class IntakeRefusal extends Error {
  override readonly name = 'IntakeRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What an agent is told where it may come again later, whatever the reason. */
export const unavailable = 'service unavailable';
