import { expect, it } from 'vitest';
import { fail, succeed } from '#core/util/result';
import { type AccessDeps, createAccessRequests } from '#extension/background/access/access-requests';
import type { AccessRequest } from '#extension/protocol/access-protocol';

const WATCH: AccessRequest = {
  intent: { type: 'watch', pattern: 'https://app.example/*', host: 'app.example' },
  origins: ['https://app.example/*'],
};
const ACT: AccessRequest = {
  intent: { type: 'act', tabId: 7, sessionId: 's', userId: 'teacher-04', pageOrigin: 'https://app.example' },
  origins: ['https://registry.example/*', 'https://app.example/*'],
};
const LOG_IN: AccessRequest = {
  intent: { type: 'log-in', environmentId: 'local', userId: 'teacher-04' },
  origins: ['https://auth.example/*'],
};

function setUp(overrides: Partial<AccessDeps> = {}) {
  const granted = new Set<string>();
  const stored = new Map<string, unknown>();
  const done: string[] = [];
  let now = 1_000_000;
  const deps: AccessDeps = {
    storage: {
      get: async (key) => stored.get(key),
      set: async (key, value) => void stored.set(key, structuredClone(value)),
    },
    now: () => now,
    hasAccess: async (origins) => origins.every((origin) => granted.has(origin)),
    watch: async (pattern) => void done.push(`watch ${pattern}`),
    async startActing({ tabId }) {
      done.push(`act in ${tabId}`);
      return succeed(null);
    },
    ...overrides,
  };
  return {
    requests: createAccessRequests(deps),
    /** Creates the requests again on the same storage, like a restarted worker. */
    restart: () => createAccessRequests(deps),
    grant: ({ origins }: AccessRequest) => {
      for (const origin of origins) granted.add(origin);
    },
    passTime: (ms: number) => {
      now += ms;
    },
    done,
    stored,
  };
}

it.each([
  ['watching a site', WATCH, ['watch https://app.example/*']],
  ['acting in a tab', ACT, ['act in 7']],
  ['a log-in, which the user finishes', LOG_IN, []],
])(
  'an access request is fulfilled when access is granted, even after a restart of the worker, and is reported once: %s',
  async (_, request, done) => {
    const test = setUp();
    await test.requests.begin(request);
    test.grant(request);
    await test.restart().finish();
    expect(test.done).toEqual(done);
    expect(await test.restart().take()).toEqual({ status: 'done', request });
    expect(await test.requests.take()).toBeNull();
    expect(test.done).toEqual(done);
  },
);

it('an access request is fulfilled if access was granted before the request was stored', async () => {
  const responses = [false, true];
  const { requests, done } = setUp({ hasAccess: async () => responses.shift() ?? true });
  await requests.begin(WATCH);
  expect(done).toEqual(['watch https://app.example/*']);
});

it('an access request is not stored if access exists already, as the popup stays open and continues', async () => {
  const { requests, grant, done } = setUp();
  grant(WATCH);
  await requests.begin(WATCH);
  expect(await requests.take()).toBeNull();
  expect(done).toEqual([]);
});

it('an access request for two hosts is not fulfilled by access to one of them', async () => {
  const { requests, grant, done } = setUp();
  await requests.begin(ACT);
  grant(WATCH);
  await requests.finish();
  expect(done).toEqual([]);
});

it('an access request is reported as not granted once, and is still fulfilled if the user allows it later', async () => {
  const { requests, grant, done } = setUp();
  await requests.begin(WATCH);
  expect(await requests.take()).toEqual({ status: 'not-granted', request: WATCH });
  expect(await requests.take()).toBeNull();
  grant(WATCH);
  await requests.finish();
  expect(done).toHaveLength(1);
  expect(await requests.take()).toMatchObject({ status: 'done' });
});

it.each([
  ['after two minutes', 120_001],
  ['if the clock is set back', -1],
])('an access request expires %s: it is not fulfilled, and access that is granted late is reported', async (_, ms) => {
  const { requests, grant, passTime, done } = setUp();
  await requests.begin(WATCH);
  passTime(ms);
  grant(WATCH);
  await requests.finish();
  expect(done).toEqual([]);
  expect(await requests.take()).toEqual({ status: 'expired', request: WATCH });
  expect(await requests.take()).toBeNull();
});

it('an access request that expired without access is removed without a report', async () => {
  const { requests, passTime, stored } = setUp();
  await requests.begin(WATCH);
  passTime(120_001);
  expect(await requests.take()).toBeNull();
  expect([...stored.values()]).toEqual([null]);
});

it('an access request is still valid after exactly two minutes', async () => {
  const { requests, grant, passTime, done } = setUp();
  await requests.begin(WATCH);
  passTime(120_000);
  grant(WATCH);
  await requests.finish();
  expect(done).toHaveLength(1);
});

it('a fulfilled access request reports why a token is not sent', async () => {
  const { requests, grant } = setUp({ startActing: async () => fail({ reason: 'another-page' }) });
  await requests.begin(ACT);
  grant(ACT);
  await requests.finish();
  expect(await requests.take()).toEqual({ status: 'failed', request: ACT, failure: { reason: 'another-page' } });
});

it('a popup that is still open after the permission prompt cancels its request', async () => {
  const { requests, grant, done } = setUp();
  await requests.begin(WATCH);
  await requests.forget();
  grant(WATCH);
  await requests.finish();
  expect(done).toEqual([]);
});

it.each([undefined, null, 'text', { request: {} }])('a stored value of %j is not read as a request', async (value) => {
  const { requests, stored } = setUp();
  stored.set('accessRequest', value);
  expect(await requests.take()).toBeNull();
});
