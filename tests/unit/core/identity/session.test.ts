import { expect, it } from 'vitest';
import type { LoginFailure } from '#core/identity/failure';
import {
  accessLifetime,
  isAccessExpired,
  isAccessExpiringSoon,
  isExpired,
  refreshDueAt,
  refreshLifetime,
  toSessionSummary,
} from '#core/identity/session';
import { RECEIVED_AT, sampleSession } from './sample-session';

const session = sampleSession();
const secondsIn = (seconds: number) => RECEIVED_AT + seconds * 1000;
const sessionWithRefreshFailure = (failure: LoginFailure, seconds: number) =>
  sampleSession({ lastRefreshFailure: { at: secondsIn(seconds), failure } });

it('48 s after log-in, the access token has 4:12 of 5:00 left, and the refresh token 29:12 of 30:00', () => {
  expect(accessLifetime(session, secondsIn(48))).toEqual({ remainingMs: 252_000, totalMs: 300_000 });
  expect(refreshLifetime(session, secondsIn(48))).toEqual({ remainingMs: 1_752_000, totalMs: 1_800_000 });
});

it('the remaining lifetime is never negative, and never exceeds the total if the clock is set back', () => {
  expect(accessLifetime(session, secondsIn(301)).remainingMs).toBe(0);
  expect(accessLifetime(session, secondsIn(-60)).remainingMs).toBe(300_000);
});

it('the access token expires exactly at its expiry time, not before', () => {
  expect(isAccessExpired(session, session.accessExpiresAt - 1)).toBe(false);
  expect(isAccessExpired(session, session.accessExpiresAt)).toBe(true);
});

it('the session has expired if both tokens have expired', () => {
  expect(isExpired(session, secondsIn(301))).toBe(false);
  expect(isExpired(session, secondsIn(1800))).toBe(true);
});

it('the session expires with its access token if the refresh token was rejected', () => {
  const rejectedSession = sessionWithRefreshFailure(
    { reason: 'rejected', status: 400, error: 'invalid_grant', description: '' },
    240,
  );
  expect(isExpired(rejectedSession, secondsIn(299))).toBe(false);
  expect(isExpired(rejectedSession, secondsIn(300))).toBe(true);
});

it('an access token of five minutes is refreshed one minute before its expiry', () => {
  expect(refreshDueAt(session, secondsIn(0))).toBe(secondsIn(240));
  expect(isAccessExpiringSoon(session, secondsIn(239))).toBe(false);
  expect(isAccessExpiringSoon(session, secondsIn(240))).toBe(true);
});

it('a short-lived access token is refreshed when a quarter of its lifetime is left', () => {
  const short = sampleSession({ accessExpiresAt: secondsIn(60) });
  expect(refreshDueAt(short, secondsIn(0))).toBe(secondsIn(45));
});

it('a refresh is retried after 30 s if the provider was unreachable', () => {
  expect(
    refreshDueAt(sessionWithRefreshFailure({ reason: 'unreachable', detail: 'localhost:8080' }, 240), secondsIn(240)),
  ).toBe(secondsIn(270));
});

it('a refresh is retried after 30 s if the provider returned a server error', () => {
  const failure: LoginFailure = { reason: 'rejected', status: 503, error: 'temporarily_unavailable', description: '' };
  expect(refreshDueAt(sessionWithRefreshFailure(failure, 240), secondsIn(240))).toBe(secondsIn(270));
});

it('a refresh is never retried if the provider rejected the refresh token', () => {
  const failure: LoginFailure = { reason: 'rejected', status: 400, error: 'invalid_grant', description: '' };
  expect(refreshDueAt(sessionWithRefreshFailure(failure, 240), secondsIn(240))).toBeNull();
});

it('a refresh is attempted once, immediately, if the refresh token has expired by the local clock', () => {
  expect(refreshDueAt(session, secondsIn(1800))).toBe(secondsIn(1800));
  expect(
    refreshDueAt(sessionWithRefreshFailure({ reason: 'unreachable', detail: 'x' }, 1801), secondsIn(1802)),
  ).toBeNull();
});

it('a refresh is due immediately if the clock was set back to before the arrival of the tokens', () => {
  expect(refreshDueAt(session, secondsIn(-1))).toBe(secondsIn(-1));
});

it('a refresh that failed while the clock was ahead is retried after the clock is set back', () => {
  const failure: LoginFailure = { reason: 'unreachable', detail: 'localhost:8080' };
  expect(refreshDueAt(sessionWithRefreshFailure(failure, 86_400), secondsIn(10))).toBeLessThanOrEqual(secondsIn(240));
});

it('a failed refresh is retried every 30 s while the clock is earlier than the arrival of the tokens', () => {
  const failure: LoginFailure = { reason: 'unreachable', detail: 'localhost:8080' };
  expect(refreshDueAt(sessionWithRefreshFailure(failure, 240), secondsIn(-3600))).toBe(secondsIn(-3600));
  expect(refreshDueAt(sessionWithRefreshFailure(failure, -3600), secondsIn(-3599))).toBe(secondsIn(-3570));
  expect(refreshDueAt(sessionWithRefreshFailure(failure, -3600), secondsIn(-3560))).toBeLessThanOrEqual(
    secondsIn(-3560),
  );
});

it('a rate-limited refresh is retried at the time of Retry-After, but not within 30 s', () => {
  const rateLimit: LoginFailure = { reason: 'rate-limited', seconds: 600, detail: '' };
  expect(refreshDueAt(sessionWithRefreshFailure(rateLimit, 240), secondsIn(240))).toBe(secondsIn(840));
  expect(refreshDueAt(sessionWithRefreshFailure({ ...rateLimit, seconds: 1 }, 240), secondsIn(240))).toBe(
    secondsIn(270),
  );
  expect(refreshDueAt(sessionWithRefreshFailure({ ...rateLimit, seconds: null }, 240), secondsIn(240))).toBe(
    secondsIn(270),
  );
});

it('the summary of a session contains all fields except the tokens', () => {
  const { accessToken: _access, refreshToken: _refresh, ...rest } = session;
  expect(toSessionSummary(session)).toEqual({ ...rest, accessTokenBytes: session.accessToken.length });
});

it('the summary of a session omits unknown fields', () => {
  const withIdToken = { ...session, idToken: 'id-token-1' };
  expect(JSON.stringify(toSessionSummary(withIdToken))).not.toContain('id-token-1');
});
