import { describe, expect, it } from 'vitest';
import type { RequestEnd } from '#core/journey/record';
import { createRequestMatcher, type RequestMatcher } from '#core/journey/request-matcher';
import type { RequestObservation } from '#core/journey/request-observations';

const HOST = 'http://collector.test';
const respondedWith = (httpStatus: number, durationMs = 10): RequestEnd => ({
  status: 'responded',
  httpStatus,
  durationMs,
});
const failedEnd: RequestEnd = { status: 'failed', message: 'net::ERR_FAILED', durationMs: 10 };
const request = (id: string, at: number, overrides: Partial<RequestObservation> = {}): RequestObservation => ({
  id,
  transport: 'unknown',
  url: `${HOST}/v1`,
  method: 'POST',
  at,
  end: respondedWith(200),
  bodyBytes: 10,
  bodyKey: 'body',
  ...overrides,
});
const pageRequest = (id: string, at: number, url = `${HOST}/v1`) =>
  request(id, at, { transport: 'fetch', url, end: { status: 'open' } });
const redirect = (id: string, at: number, path: string, redirectUrl: string, httpStatus = 307) =>
  request(id, at, { url: `${HOST}${path}`, redirectUrl, end: respondedWith(httpStatus) });
const workerEntry = (id: string, at: number, end: RequestEnd, workerResponse: 'network' | 'own' = 'network') =>
  request(id, at, { end, workerResponse });

/** Adds entries of DevTools. Returns the ends of all requests by id, including those that the page reported. */
function matchEntries(
  matcher: RequestMatcher,
  entries: readonly RequestObservation[],
  pageRequestIds: readonly string[] = [],
) {
  const ends = new Map<string, RequestEnd>(pageRequestIds.map((id) => [id, { status: 'open' }]));
  for (const entry of entries) {
    const match = matcher.addFromDevtools(entry);
    ends.set(match.type === 'new' ? entry.id : match.id, match.end);
    if (match.type === 'earlier') ends.set(match.later.id, match.later.end);
  }
  return Object.fromEntries(ends);
}

it.each([307, 308])('a request with a %d redirect is one request with the end of the last hop', (httpStatus) => {
  const matcher = createRequestMatcher();
  matcher.addFromPage(pageRequest('page', 0));
  const entries = [redirect('d1', 1, '/v1', `${HOST}/v2`, httpStatus), request('d2', 11, { url: `${HOST}/v2` })];
  expect(matchEntries(matcher, entries, ['page'])).toEqual({ page: respondedWith(200, 20) });
});

it('a redirected request is one request even if only DevTools reports it', () => {
  const entries = [redirect('d1', 1, '/v1', `${HOST}/v2`), request('d2', 11, { url: `${HOST}/v2` })];
  expect(matchEntries(createRequestMatcher(), entries)).toEqual({ d1: respondedWith(200, 20) });
});

it('a redirected request is one request even if it has several hops and fails at the last hop', () => {
  const entries = [
    redirect('d1', 0, '/v1', `${HOST}/v2`),
    redirect('d2', 10, '/v2', `${HOST}/v1`),
    request('d3', 20, { end: failedEnd }),
  ];
  expect(matchEntries(createRequestMatcher(), entries)).toEqual({ d1: { ...failedEnd, durationMs: 30 } });
});

it('a request that the browser redirects to https is one request', () => {
  const matcher = createRequestMatcher();
  matcher.addFromPage(pageRequest('page', 0));
  const entries = [
    redirect('d1', 1, '/v1', 'https://collector.test/v1'),
    request('d2', 11, { url: 'https://collector.test/v1' }),
  ];
  expect(matchEntries(matcher, entries, ['page'])).toEqual({ page: respondedWith(200, 20) });
});

it('two equal redirected requests of a page are two requests', () => {
  const matcher = createRequestMatcher();
  matcher.addFromPage(pageRequest('p1', 0));
  matcher.addFromPage(pageRequest('p2', 100));
  const entries = [
    redirect('d1', 1, '/v1', `${HOST}/v2`),
    redirect('d2', 101, '/v1', `${HOST}/v2`),
    request('d3', 11, { url: `${HOST}/v2` }),
    request('d4', 111, { url: `${HOST}/v2`, end: respondedWith(500) }),
  ];
  expect(matchEntries(matcher, entries, ['p1', 'p2'])).toEqual({
    p1: respondedWith(200, 20),
    p2: respondedWith(500, 20),
  });
});

it.each([
  ['upgraded to https (upgrade-insecure-requests)', `${HOST}/v1`, 'https://collector.test/v1'],
  ['reported with a fragment by the page', `${HOST}/v1#part`, `${HOST}/v1`],
])('the reports of page and DevTools are one request if the URL is %s', (_, inPage, inDevtools) => {
  const matcher = createRequestMatcher();
  matcher.addFromPage(pageRequest('page', 0, inPage));
  expect(matchEntries(matcher, [request('d1', 1, { url: inDevtools })], ['page'])).toEqual({
    page: respondedWith(200),
  });
});

it.each([302, 307])(
  'a request with a %d redirect has the same end, whichever of page and DevTools reports first',
  (httpStatus) => {
    const end = respondedWith(200);
    const expected = httpStatus === 302 ? respondedWith(302) : end;
    const pageFirst = createRequestMatcher();
    pageFirst.addFromPage(pageRequest('page', 0));
    pageFirst.setPageEnd('page', end);
    expect(pageFirst.addFromDevtools(redirect('d1', 1, '/v1', `${HOST}/v2`, httpStatus)).end).toEqual(expected);
    const devtoolsFirst = createRequestMatcher();
    devtoolsFirst.addFromPage(pageRequest('page', 0));
    devtoolsFirst.addFromDevtools(redirect('d1', 1, '/v1', `${HOST}/v2`, httpStatus));
    expect(devtoolsFirst.setPageEnd('page', end)).toEqual(expected);
  },
);

describe('service workers', () => {
  const forwardedEntry = request('worker', 7, { end: respondedWith(200, 6) });
  const pageEntry = workerEntry('devtools', 2, respondedWith(200, 16));

  it.each([
    ['the worker’s entry first', [forwardedEntry, pageEntry]],
    ['the page’s entry first', [pageEntry, forwardedEntry]],
  ])('a request that a service worker forwards is one request, with %s', (_, entries) => {
    const matcher = createRequestMatcher();
    matcher.addFromPage(pageRequest('page', 0));
    expect(matchEntries(matcher, entries, ['page'])).toEqual({ page: respondedWith(200, 6) });
    expect(Object.values(matchEntries(createRequestMatcher(), entries))).toEqual([respondedWith(200, 6)]);
  });

  it('a request that a service worker forwards over a redirect is one request', () => {
    const matcher = createRequestMatcher();
    matcher.addFromPage(pageRequest('page', 0));
    const entries = [
      redirect('d1', 3, '/v1', `${HOST}/v2`),
      request('d2', 13, { url: `${HOST}/v2` }),
      workerEntry('d3', 1, respondedWith(200, 30)),
    ];
    expect(matchEntries(matcher, entries, ['page'])).toEqual({ page: respondedWith(200, 20) });
  });

  it.each([true, false])(
    'two equal requests that a service worker forwards are two requests (reported by the page: %s)',
    (isReportedByPage) => {
      const matcher = createRequestMatcher();
      if (isReportedByPage) for (const id of ['p1', 'p2']) matcher.addFromPage(pageRequest(id, 0));
      const entries = [
        request('w1', 4),
        request('w2', 5),
        workerEntry('d1', 1, respondedWith(200, 20)),
        workerEntry('d2', 2, respondedWith(200, 20)),
      ];
      expect(Object.keys(matchEntries(matcher, entries))).toEqual(isReportedByPage ? ['p1', 'p2'] : ['w1', 'w2']);
    },
  );

  it('the retry of a service worker is a separate request, even if DevTools reports it before the failed attempt', () => {
    const matcher = createRequestMatcher();
    matcher.addFromPage(pageRequest('page', 0));
    const entries = [
      request('retry', 24),
      request('try', 3, { end: respondedWith(500) }),
      workerEntry('d', 1, respondedWith(200, 40)),
    ];
    expect(matchEntries(matcher, entries, ['page'])).toEqual({ page: respondedWith(500), retry: respondedWith(200) });
  });

  it('the replay of a service worker is a separate request, and the first attempt has failed even if the page got a 202', () => {
    const matcher = createRequestMatcher();
    matcher.addFromPage(pageRequest('page', 0));
    matcher.setPageEnd('page', respondedWith(202));
    const entries = [
      request('try', 3, { end: failedEnd }),
      workerEntry('d', 1, respondedWith(202, 20), 'own'),
      request('replay', 60_000),
    ];
    expect(matchEntries(matcher, entries, ['page'])).toEqual({ page: failedEnd, replay: respondedWith(200) });
  });

  it('a request is only queued if a service worker responds without forwarding it', () => {
    const matcher = createRequestMatcher();
    matcher.addFromPage(pageRequest('page', 0));
    const entries = [workerEntry('d', 1, respondedWith(202), 'own'), request('replay', 60_000)];
    expect(matchEntries(matcher, entries, ['page'])).toEqual({
      page: { status: 'queued' },
      replay: respondedWith(200),
    });
  });
});

it('the matcher evicts matched requests after ten seconds, and unmatched ones after two minutes', () => {
  const matcher = createRequestMatcher();
  matcher.addFromPage(pageRequest('unmatched', 0));
  matcher.addFromPage(pageRequest('matched', 1, `${HOST}/other`));
  matcher.addFromDevtools(request('d', 2, { url: `${HOST}/other` }));
  matcher.addFromPage(pageRequest('recent', 100_000));
  matcher.evictUnmatchable();
  expect(matcher.unfinished()).toEqual(new Set(['unmatched', 'recent']));
  matcher.addFromPage(pageRequest('newest', 121_000));
  matcher.evictUnmatchable();
  expect(matcher.unfinished()).toEqual(new Set(['recent', 'newest']));
});
