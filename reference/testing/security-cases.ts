/** The privilege of an agent to send events. */
export const apm = { application: 'apm', privileges: ['event:write'], resources: ['*'] };

/** Roles with few privileges. */
export const roles = {
  reader: { indices: [{ names: ['logs-*'], privileges: ['read', 'view_index_metadata'] }] },
  other: { indices: [{ names: ['logs-*'], privileges: ['read'] }], cluster: ['monitor'] },
  writer: { indices: [{ names: ['logs-*'], privileges: ['create_doc', 'create_index'] }] },
  keeper: { indices: [{ names: ['stream'], privileges: ['manage', 'read'] }] },
  maker: { cluster: ['manage_own_api_key'], applications: [apm] },
};

/** A request and the expected status. */
export type Row = readonly [as: string, line: string, status: number, body?: unknown];

/** Requests of accounts that have one of the roles above, named like the role. */
export const rows: readonly Row[] = [
  ['reader', 'GET /logs-a/_search', 200],
  ['reader', 'GET /logs-a,secrets/_search', 403],
  ['reader', 'GET /missing/_search', 403],
  ['reader', 'GET /logs-alias/_search', 200],
  ['reader', 'GET /logs-a/_doc/1', 200],
  ['reader', 'GET /secrets/_doc/1', 403],
  ['reader', 'POST /secrets/_pit?keep_alive=1m', 403],
  ['reader', 'POST /_query', 403, { query: 'FROM secrets' }],
  ['reader', 'POST /_query', 200, { query: 'FROM logs-a' }],
  ['reader', 'POST /_sql', 403, { query: 'SELECT n FROM secrets' }],
  ['reader', 'POST /_sql', 200, { query: 'SELECT n FROM "logs-a"' }],
  ['reader', 'PUT /logs-a/_doc/2', 403, { n: 2 }],
  ['reader', 'DELETE /logs-a', 403],
  ['reader', 'PUT /logs-a/_mapping', 403, {}],
  ['reader', 'GET /', 403],
  ['reader', 'PUT /_cluster/settings', 403, {}],
  ['reader', 'GET /_security/role', 403],
  ['reader', 'POST /_security/api_key', 403, { name: 'k' }],
  ['reader', 'POST /_test/reset', 403],
  ['reader', 'DELETE /_search/scroll/_all', 403],
  ['maker', 'GET /_search', 403],
  ['maker', 'POST /_security/role/x', 403, {}],
  ['maker', 'PUT /_security/user/x', 403, { password: 'password' }],
  ['maker', 'GET /_security/api_key', 403],
  ['maker', 'GET /_security/api_key?owner=true', 200],
  ['maker', 'DELETE /_security/api_key', 403, { username: 'elastic' }],
  ['writer', 'GET /logs-a/_search', 403],
  ['writer', 'PUT /logs-a/_create/7', 201, { n: 7 }],
  ['writer', 'PUT /logs-a/_doc/1', 403, { n: 7 }],
  ['writer', 'POST /logs-new/_doc', 201, { n: 7 }],
  ['writer', 'POST /new/_doc', 403, { n: 7 }],
  ['writer', 'PUT /logs-c', 403, { aliases: { 'logs-d': {} } }],
  ['writer', 'PUT /logs-c', 200, {}],
  ['writer', 'DELETE /logs-a/_doc/1', 403],
  ['writer', 'POST /_aliases', 403, { actions: [{ add: { index: 'secrets', alias: 'logs-e' } }] }],
  ['other', 'GET /', 200],
  ['keeper', 'POST /stream/_rollover', 200],
  ['keeper', 'GET /stream/_ilm/explain', 200],
  ['keeper', 'DELETE /_data_stream/other-stream', 403],
  ['keeper', 'PUT /stream-2/_ccr/follow', 403, { leader_index: 'stream' }],
  ['keeper', 'PUT /_ilm/policy/p', 403, { policy: { phases: {} } }],
  ['keeper', 'GET /_index_template', 403],
  ['keeper', 'GET /other-stream/_search', 403],
];
