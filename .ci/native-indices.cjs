// Replaces `regexp-match-indices` in the bundle, a substitute for the flag `d` of regular expressions, which Node.js has.
const measuring = new WeakMap();

module.exports = function exec(regexp, text) {
  if (regexp.hasIndices) return regexp.exec(text);
  const known = measuring.get(regexp) ?? new RegExp(regexp, `${regexp.flags}d`);
  measuring.set(regexp, known);
  known.lastIndex = regexp.lastIndex;
  const match = known.exec(text);
  regexp.lastIndex = known.lastIndex;
  return match;
};
