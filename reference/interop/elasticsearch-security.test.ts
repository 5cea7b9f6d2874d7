import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, errors } from '@elastic/elasticsearch';
import type { RunningServer } from '../http/server.ts';
import { startReference } from '../start.ts';

const superuser = { username: 'elastic', password: 'changeme' };
const apm = { application: 'apm', privileges: ['event:write'], resources: ['*'] };

describe('roles and API keys by the client of Elasticsearch', () => {
  let server: RunningServer | undefined;
  const clients: Client[] = [];
  const clientOf = (auth: { username: string; password: string } | { apiKey: string }): Client => {
    const client = new Client({ node: server?.url ?? '', auth });
    clients.push(client);
    return client;
  };
  before(async () => {
    server = await startReference({ compatible: true, superuser });
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await server?.stop();
  });

  it('creates a key as a limited user, uses it and revokes it', async () => {
    const admin = clientOf(superuser);
    const role = {
      cluster: ['manage_own_api_key' as const],
      indices: [{ names: ['logs-*'], privileges: ['read' as const] }],
      applications: [apm],
    };
    assert.deepEqual(await admin.security.putRole({ name: 'agents', ...role }), {
      role: { created: true },
    });
    await admin.security.putUser({ username: 'ann', password: 'password', roles: ['agents'] });
    await admin.index({ index: 'logs-1', document: { n: 1 }, refresh: true });

    const ann = clientOf({ username: 'ann', password: 'password' });
    const made = await ann.security.createApiKey({
      name: 'k',
      expiration: '1d',
      role_descriptors: { a: { ...role, applications: [{ ...apm, privileges: ['*'] }] } },
    });
    const key = clientOf({ apiKey: made.encoded });
    const { username, authentication_realm } = await key.security.authenticate();
    assert.equal(username, 'ann');
    assert.deepEqual(authentication_realm, { name: '_es_api_key', type: '_es_api_key' });
    const privileges = ['event:write', 'config_agent:read'];
    const { application } = await key.security.hasPrivileges({
      application: [{ ...apm, privileges }],
    });
    assert.deepEqual(application['apm'], {
      '*': { 'event:write': true, 'config_agent:read': false },
    });
    assert.equal((await key.search({ index: 'logs-*' })).hits.hits.length, 1);
    await assert.rejects(key.index({ index: 'logs-1', document: {} }), refused(403));

    const { api_keys } = await ann.security.getApiKey({ owner: true });
    assert.deepEqual(
      api_keys.map(({ id, expiration }) => [id, expiration]),
      [[made.id, made.expiration]],
    );
    const gone = await ann.security.invalidateApiKey({ ids: [made.id], owner: true });
    assert.deepEqual(gone.invalidated_api_keys, [made.id]);
    await assert.rejects(key.security.authenticate(), refused(401));
  });

  it('is refused with a wrong password', async () => {
    const stranger = clientOf({ ...superuser, password: 'wrong!' });
    await assert.rejects(stranger.info(), refused(401));
  });
});

function refused(status: number): (error: unknown) => boolean {
  return (error) => error instanceof errors.ResponseError && error.statusCode === status;
}
