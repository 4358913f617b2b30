import { expect, it } from 'vitest';
import { describeDifference, explainOutcome } from '#components/panel/compose/firing/collector-messages.ts';
import { fail, succeed } from '#core/util/result';
import { createPosting } from '#panel/firing/posting';
import { t } from '#tests/drivers/texts';

const unauthorizedResponse = {
  status: 401,
  statusText: 'Unauthorized',
  headers: [],
  body: '',
  isComplete: true,
  milliseconds: 9,
} as const;

/** Returns the message for a post that the collector rejects with 401. */
async function explainUnauthorized(sessionId: string | null, headers: readonly [string, string][]) {
  const posting = createPosting(() => 0);
  const post = { url: 'http://localhost:8090/v1/telemetry', headers: [...headers], body: '{}', sessionId };
  await posting.post(
    1,
    () => ({ requestId: 'r', kind: 'log', post }),
    async () => succeed({ ...unauthorizedResponse, headers: [] }),
    {
      onPostStart: () => undefined,
      onPostEnd: () => undefined,
    },
  );
  const [result] = posting.results.value;
  return result && explainOutcome(result).sentence;
}

it('the message for a 401 from the collector suggests an entity if the request had no authorization', async () => {
  expect(await explainUnauthorized(null, [['X-Channel', 'a']])).toBe(t('collector.status.unauthorized'));
});

it('the message for a 401 from the collector states that the entity’s token was rejected', async () => {
  expect(await explainUnauthorized('s1', [])).toBe(t('collector.status.tokenRejected'));
});

it('the message for a 401 from the collector states that the user’s Authorization header was rejected, in any letter case', async () => {
  expect(await explainUnauthorized(null, [['authorization', 'Bearer x']])).toBe(t('collector.status.headerRejected'));
});

it('posts that failed for different reasons differ, and posts that failed for the same reason do not', () => {
  const unreachable = fail({ reason: 'unreachable', detail: 'localhost:8090' } as const);
  const timeout = fail({ reason: 'timeout', detail: 'localhost:8090' } as const);
  expect(describeDifference(unreachable, unreachable)).toBeNull();
  expect(describeDifference(unreachable, timeout)).toBe(t('collector.error.timeout.title', { host: 'localhost:8090' }));
  expect(describeDifference(timeout, succeed({ ...unauthorizedResponse, headers: [] }))).toBe(
    t('collector.outcome.responded'),
  );
});
