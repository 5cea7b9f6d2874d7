/**
 * What scenarios use and the specification does not show, by name: a request that a server may refuse, or a habit that a
 * server may not have. A test holds this list against a run.
 */
export const extras: Readonly<Record<string, string>> = {};
