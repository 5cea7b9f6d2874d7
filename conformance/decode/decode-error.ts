/** A body does not have the format of its media type; the message describes the problem and its place. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}
