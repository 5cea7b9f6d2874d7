/** A body does not have the format of its media type; the message says what is wrong and where. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}
