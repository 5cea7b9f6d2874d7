/** A body is not what its media type says; the message tells what is wrong and where. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}
