/** Takes a text; returns the murmur3 hash (x86, 32 bits, seed 0, signed) of its UTF-16 units in little-endian order. */
export function routingHash(text: string): number {
  let hash = 0;
  const pairs = text.length >>> 1;
  for (let pair = 0; pair < pairs; pair++) {
    hash ^= mix(text.charCodeAt(pair * 2) | (text.charCodeAt(pair * 2 + 1) << 16));
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
  }
  if (text.length % 2 === 1) hash ^= mix(text.charCodeAt(text.length - 1));
  hash ^= text.length * 2;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}

/** Takes the routing of a document, or its id, and the number of shards; returns the number of its shard. */
export function shardOf(routing: string, shards: number): number {
  return ((routingHash(routing) % shards) + shards) % shards;
}

function mix(block: number): number {
  const scrambled = Math.imul(block, 0xcc9e2d51);
  return Math.imul((scrambled << 15) | (scrambled >>> 17), 0x1b873593);
}
