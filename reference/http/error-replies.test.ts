import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ServiceError } from '../base/service-error.ts';
import { describeError } from './error-replies.ts';

it('renders an error on a shard as a failed search with the status of its cause', () => {
  const error = new ServiceError('illegal_argument_exception', 'too large', {
    shard: { index: 'books', shard: 2 },
    cause: { type: 'number_format_exception', reason: 'inner' },
  });
  const own = { type: 'illegal_argument_exception', reason: 'too large' };
  const cause = { ...own, caused_by: { type: 'number_format_exception', reason: 'inner' } };
  assert.deepEqual(describeError(error, 'n1'), {
    status: 400,
    error: {
      root_cause: [own],
      type: 'search_phase_execution_exception',
      reason: 'all shards failed',
      phase: 'query',
      grouped: true,
      failed_shards: [{ shard: 2, index: 'books', node: 'n1', reason: cause }],
      caused_by: { ...cause, caused_by: cause },
    },
  });
});

it('names the innermost error of the service as the root cause', () => {
  const rootOf = (type: string) => {
    const cause = { type, reason: 'inner' };
    const { error } = describeError(
      new ServiceError('mapper_parsing_exception', 'outer', { cause }),
    );
    return Object(error['root_cause'])[0].reason;
  };
  assert.equal(rootOf('mapper_parsing_exception'), 'inner');
  assert.equal(rootOf('illegal_argument_exception'), 'outer');
  assert.equal(rootOf('named_object_not_found_exception'), 'outer');
});

it('does not repeat an error of a query as the cause of the search', () => {
  const shard = { index: 'books', shard: 0 };
  const error = new ServiceError('query_shard_exception', 'no such field', { shard });
  assert.equal('caused_by' in describeError(error).error, false);
});

it('refuses for a time what needs one file too many, and describes any other defect without details', () => {
  const replies = ['EMFILE', 'ENFILE', 'ENOENT'].map((code) =>
    describeError(Object.assign(new Error('hidden'), { code })),
  );
  assert.deepEqual(
    replies.map(({ status }) => status),
    [503, 503, 500],
  );
  assert.match(JSON.stringify(replies[0]), /can open no more files/);
  assert.doesNotMatch(JSON.stringify(replies), /hidden/);
});

it('renders a missing context as a failed search, although no shard is known', () => {
  const { status, error } = describeError(
    new ServiceError('search_context_missing_exception', 'No search context found for id [7]'),
  );
  assert.equal(status, 404);
  assert.equal(error['type'], 'search_phase_execution_exception');
});
