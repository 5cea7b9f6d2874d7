import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RunningServer } from '../http/server.ts';
import { startReference } from '../start.ts';
import type { RawResponse, RawRequest } from '../testing/client.ts';
import { exchange } from '../testing/client.ts';

/** A call, its body, and the status and text of the response. */
type Step = readonly [call: string, body: string | undefined, status: number, text: RegExp];

/** The steps of each sequence run in order, on indices that the sequence creates. */
const sequences: Readonly<Record<string, readonly Step[]>> = {
  'an index from creation to removal': [
    ['PUT /made', '{"mappings":{"properties":{"a":{"type":"keyword"}}}}', 200, /"index":"made"/],
    ['PUT /made', undefined, 400, /resource_already_exists_exception/],
    [
      'PUT /wrong',
      '{"mappings":{"properties":{"a":{"type":"none"}}}}',
      400,
      /root_cause":\[\{"type":"mapper_parsing_exception","reason":"No handler.*"reason":"Failed to parse mapping: No handler/,
    ],
    [
      'PUT /wrong',
      '{"mappings":{"properties":{"a":{"type":"keyword","copy_to":"o"},"o":{"properties":{}}}}}',
      400,
      /"type":"illegal_argument_exception","reason":"Cannot copy to field \[o\]/,
    ],
    ['HEAD /made', undefined, 200, /^$/],
    ['HEAD /made,missing', undefined, 404, /^$/],
    ['PUT /made/_mapping', '{"properties":{"b":{"type":"long"}}}', 200, /acknowledged/],
    ['GET /made/_mapping', undefined, 200, /"b":\{"type":"long"\}/],
    ['PUT /made/_settings', '{"max_result_window":20}', 200, /acknowledged/],
    ['GET /made/_settings', undefined, 200, /\{"index":\{.*"max_result_window":"20"/],
    ['GET /made/_settings?flat_settings', undefined, 200, /"index.max_result_window":"20"/],
    ['GET /made/_settings?include_defaults', undefined, 200, /"max_slices_per_scroll":"1024"/],
    ['GET /made/_search?size=21', undefined, 400, /Result window is too large/],
    ['DELETE /made', undefined, 200, /acknowledged/],
    ['DELETE /made', undefined, 404, /index_not_found_exception/],
  ],
  'a document from creation to removal': [
    ['DELETE /notes/_doc/1', undefined, 404, /index_not_found_exception/],
    ['PUT /notes/_doc/1?routing=r', '{"a":{"b":1,"c":2}}', 201, /"result":"created"/],
    ['PUT /notes/_doc/1?routing=r', '{"a":{"b":1,"c":2}}', 200, /"_version":2,"result":"updated"/],
    [
      'GET /notes/_doc/1?routing=r',
      undefined,
      200,
      /"_routing":"r".*"_source":\{"a":\{"b":1,"c":2\}\}/,
    ],
    ['GET /notes/_doc/1?routing=r&_source=a.b', undefined, 200, /"_source":\{"a":\{"b":1\}\}/],
    ['GET /notes/_doc/1?routing=r&_source=false', undefined, 200, /"found":true\}/],
    ['GET /notes/_doc/1?routing=r&_source_excludes=a.b', undefined, 200, /\{"a":\{"c":2\}\}/],
    ['GET /notes/_doc/1?routing=r&realtime=false', undefined, 404, /"found":false/],
    ['GET /notes/_doc/1?routing=r&realtime=false&refresh', undefined, 200, /"found":true/],
    ['PUT /notes/_create/1?routing=r', '{}', 409, /version_conflict_engine_exception/],
    ['PUT /notes/_doc/1?routing=r&if_seq_no=0&if_primary_term=1', '{}', 409, /version_conflict/],
    ['PUT /notes/_doc/2?require_alias=true', '{}', 404, /is not an alias/],
    ['DELETE /notes/_doc/1?routing=r', undefined, 200, /"result":"deleted"/],
    ['DELETE /notes/_doc/1?routing=r', undefined, 404, /"result":"not_found"/],
  ],
  'an alias from creation to removal': [
    ['PUT /one/_doc/1?refresh', '{"k":"x"}', 201, /created/],
    ['PUT /two/_doc/2?refresh', '{"k":"y"}', 201, /created/],
    ['PUT /one/_alias/both', undefined, 200, /acknowledged/],
    [
      'POST /_aliases',
      '{"actions":[{"add":{"index":"two","alias":"both","is_write_index":true}},{"add":{"indices":["one","two"],"alias":"only-x","filter":{"term":{"k":"x"}}}}]}',
      200,
      /acknowledged/,
    ],
    ['GET /both/_count', undefined, 200, /"count":2/],
    ['GET /only-x/_count', undefined, 200, /"count":1/],
    ['PUT /both/_doc/3', '{}', 201, /"_index":"two"/],
    [
      'GET /_alias/both',
      undefined,
      200,
      /"two":\{"aliases":\{"both":\{"is_write_index":true\}\}\}/,
    ],
    ['GET /one/_alias', undefined, 200, /"both".*"only-x"/],
    ['HEAD /two/_alias/none', undefined, 404, /^$/],
    ['GET /two/_alias/none', undefined, 404, /alias \[none\] missing/],
    ['POST /_aliases', '{"actions":[{"move":{}}]}', 400, /\[alias_action\] unknown field \[move\]/],
    ['PUT /one/_alias/z', '{"filter":{"none":{}}}', 400, /unknown query \[none\]/],
    ['DELETE /one/_alias/both', undefined, 200, /acknowledged/],
    ['GET /both/_count', undefined, 200, /"count":1/],
  ],
  'a bulk request with every outcome': [
    [
      'POST /lines/_bulk?refresh=true',
      '{"index":{"_id":"1"}}\n{"n":1}\n{"create":{"_id":"1"}}\n{}\n{"index":{"_id":"2"}}\n{"n":"x"}\n{"delete":{"_id":"3"}}\n{"delete":{"_id":"3","_index":"none"}}\n',
      200,
      /"errors":true.*"status":201.*"status":409.*"status":400.*"result":"not_found".*"status":404.*index_not_found/,
    ],
    ['GET /lines/_count', undefined, 200, /"count":1/],
    ['POST /_bulk', '{"index":{}}\n{}\n', 400, /1: index is missing;/],
    ['POST /_bulk', '\n', 400, /1: no requests added;/],
  ],
  'listings and statistics': [
    [
      'PUT /shown',
      '{"settings":{"number_of_shards":2,"number_of_replicas":1}}',
      200,
      /acknowledged/,
    ],
    ['GET /_cat/indices/shown?h=i,pri,rep&v', undefined, 200, /^i +pri rep\nshown +2 +1\n$/],
    ['GET /_cat/indices/shown?h=index,pri.store.size&bytes=b', undefined, 200, /^shown \d+\n$/],
    [
      'GET /_cat/shards/shown?h=shard,prirep,docs',
      undefined,
      200,
      /^0 p 0\n0 r +\n1 p 0\n1 r +\n$/,
    ],
    [
      'GET /_cat/shards/shown?h=docs&s=prirep:desc&format=json',
      undefined,
      200,
      /^\[\{"docs":null\}/,
    ],
    ['GET /_cat/shards?h=none', undefined, 400, /unknown column \[none\]/],
    ['GET /_cluster/health/shown', undefined, 200, /"status":"yellow".*"unassigned_shards":2/],
    [
      'GET /_cluster/health/shown?wait_for_status=green&timeout=60ms',
      undefined,
      408,
      /"timed_out":true/,
    ],
    ['PUT /_cluster/settings', '{"transient":{"search.max_keep_alive":"1h"}}', 200, /"1h"/],
    ['GET /_cluster/settings?include_defaults', undefined, 200, /"max_open_scroll_context":"500"/],
    ['POST /shown/_search?scroll=2h', undefined, 400, /Keep alive for request \(2h\) is too large/],
    ['PUT /_cluster/settings', '{"transient":{"search.max_keep_alive":null}}', 200, /\{\}/],
    ['POST /shown/_search?scroll=2h&filter_path=_shards.total', undefined, 200, /2/],
    ['GET /_nodes/stats/indices/search', undefined, 200, /"open_contexts":2.*"scroll_current":2/],
    ['DELETE /_search/scroll/_all', undefined, 200, /\{"succeeded":true,"num_freed":2\}/],
    ['DELETE /_search/scroll/_all', undefined, 200, /\{"succeeded":true,"num_freed":0\}/],
    ['DELETE /_search/scroll', undefined, 400, /no scroll ids specified/],
    ['POST /_search/scroll', undefined, 400, /scrollId is missing/],
    ['POST /_search/scroll', '{"id":"x"}', 400, /\[scroll\] does not support \[id\]/],
    ['POST /shown/_pit', undefined, 400, /\[keep_alive\] is not specified/],
    ['GET /shown/_count', '{"size":1}', 400, /request does not support \[size\]/],
  ],
};

describe('the operations', () => {
  let server: RunningServer | undefined;
  before(async () => {
    server = await startReference();
  });
  after(() => server?.stop());

  for (const [name, steps] of Object.entries(sequences)) {
    it(`serve ${name}`, async () => {
      for (const [call, body, status, text] of steps) {
        const got = await exchange(server?.url ?? '', sentBy(call, body));
        assert.equal(got.status, status, describeStep(call, got));
        assert.match(got.text, text, describeStep(call, got));
      }
    });
  }
});

function sentBy(call: string, body: string | undefined): RawRequest {
  const [method = '', path = ''] = call.split(' ');
  if (body === undefined) return { method, path };
  const type = path.includes('_bulk') ? 'application/x-ndjson' : 'application/json';
  return { method, path, body, headers: { 'content-type': type } };
}

function describeStep(call: string, { status, text }: RawResponse): string {
  return `${call} was answered with ${status}: ${text}`;
}
