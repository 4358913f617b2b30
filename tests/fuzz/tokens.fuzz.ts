import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import { explainFailure } from '#core/identity/failure-messages';
import { toSessionSummary } from '#core/identity/session';
import { createSessionStore } from '#core/identity/session-store';
import { algorithmOf, decodeToken, toClaimRows, toReadableClaims } from '#core/identity/token-claims';
import { MAX_LIFETIME_SECONDS, MAX_TOKEN_BYTES } from '#core/identity/token-limits';
import { parseTokenResponse } from '#core/identity/token-response';
import { type Json, parseJson } from '#core/json/json';
import { tokenViewSchema } from '#extension/protocol/identity-protocol';
import { identityStateSchema } from '#extension/protocol/identity-state';
import { tokenResponse } from '#tests/fixtures/token-response';
import { shareRuns } from './fuzz-runs';
import { hostileJson, jsonObjectOf } from './hostile-json';

const numRuns = shareRuns(3);

const PASSWORD = 'drum-and-whistle';
const LONE_SURROGATE = /\p{Surrogate}/u;

const hostileValue = fc.oneof(
  hostileJson([...Object.keys(tokenResponse), 'sub', 'exp', 'roles', 'alg', 'realm_access']),
  fc.constantFrom<Json>(PASSWORD, `Bearer ${PASSWORD}`, 'bearer', 'a\r\nb', 'a\ud800', -1, 1e308, 'x'.repeat(70_000)),
);

/** Generates an object in which some fields are omitted, replaced or added. */
function damagedObject(object: Readonly<Record<string, Json>>): fc.Arbitrary<Json> {
  const names = Object.keys(object);
  const edit = fc.tuple(
    fc.constantFrom(...names, 'error', '__proto__'),
    fc.option(hostileValue, { freq: 5, nil: undefined }),
  );
  return fc.array(edit, { maxLength: 3 }).map((edits) => {
    const entries = new Map(Object.entries(object));
    for (const [name, value] of edits) {
      if (value === undefined) entries.delete(name);
      else entries.set(name, value);
    }
    return jsonObjectOf([...entries]);
  });
}

test('a token response is usable, or its error message contains no password', () => {
  fc.assert(
    fc.property(
      fc.oneof({ weight: 4, arbitrary: damagedObject(tokenResponse) }, hostileValue),
      fc.nat(600),
      (json, status) => {
        const read = parseTokenResponse(json, status, [PASSWORD]);
        if (read.ok) {
          const { access_token, refresh_token, expires_in, scope, session_state } = read.value;
          expect(access_token).toMatch(/^[\x21-\x7e]+$/);
          expect(refresh_token).toMatch(/^[\x20-\x7e]+$/);
          expect(access_token.length + refresh_token.length).toBeLessThanOrEqual(2 * MAX_TOKEN_BYTES);
          expect(expires_in).toBeLessThanOrEqual(MAX_LIFETIME_SECONDS);
          expect(scope + session_state).not.toMatch(LONE_SURROGATE);
          expect(scope + session_state).not.toContain(PASSWORD);
          return;
        }
        const failure = explainFailure(read.failure, { environment: LOCAL_REGISTRY, userId: 'teacher' });
        const [title, text] = [messageText(failure.title), messageText(failure.text)];
        expect(text).toMatch(/\.$/);
        expect(`${title}${text}`).not.toContain(PASSWORD);
        expect(`${title}${text}`).not.toMatch(LONE_SURROGATE);
        expect(text.length).toBeLessThan(2_000);
      },
    ),
    { numRuns },
  );
});

const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const claims = damagedObject({ sub: 'a', exp: 1, iat: 1, iss: 'http://x', realm_access: { roles: ['a'] }, scope: 'b' });
const token = fc.oneof(
  fc
    .tuple(damagedObject({ alg: 'RS256' }), claims)
    .map((parts) => parts.map((part) => base64url(JSON.stringify(part)))),
  fc.tuple(fc.string(), fc.string({ unit: 'binary' })).map((parts) => parts.map(base64url)),
  fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }),
);

test('a token of any text is decoded to readable claims, or not at all', () => {
  fc.assert(
    fc.property(token, (parts) => {
      const decoded = decodeToken([...parts, 'c2ln'].join('.'));
      if (!decoded.ok) return;
      const { header, claims: all } = decoded.value;
      const readable = toReadableClaims(all);
      const common = { tokenType: 'Bearer', accessExpiresAt: 0, expectedIssuer: '' };
      const view = { algorithm: algorithmOf(header), ...readable, ...common };
      const transferredView = tokenViewSchema.parse(parseJson(JSON.stringify(view)));
      const rows = toClaimRows(transferredView);
      expect(rows.length).toBe(Math.min(201, Object.keys(all).length));
      for (const { name, value, time } of rows) {
        expect(typeof name + typeof value).toBe('stringstring');
        if (time !== null) new Intl.DateTimeFormat('en').format(time);
      }
    }),
    { numRuns },
  );
});

const stored = damagedObject({
  id: 'session-1',
  environmentId: 'local-registry',
  userId: 'teacher-04',
  accessToken: 'access-token',
  accessExpiresAt: 300_000,
  refreshToken: 'refresh-token',
  refreshExpiresAt: 1_800_000,
  receivedAt: 0,
  tokenType: 'Bearer',
  scope: 'email',
  sessionState: 'state',
  notBeforePolicy: 0,
  lastRefreshFailure: null,
});
const sessions = damagedObject({ list: [], activeIn: { a: 'b' } });

test('reading skips damaged stored sessions, and the summaries of the others can be transferred', async () => {
  const property = fc.asyncProperty(
    fc.array(stored, { maxLength: 3 }),
    fc.oneof(sessions, hostileValue),
    async (list, other) => {
      for (const value of [
        jsonObjectOf([
          ['list', list],
          ['activeIn', other],
        ]),
        other,
      ]) {
        const store = createSessionStore({ get: async () => value, set: async () => {} });
        const { list: read, activeIn } = await store.read();
        for (const { accessToken, refreshToken } of read) expect(accessToken + refreshToken).toMatch(/^[\x20-\x7e]+$/);
        if (value !== other) expect(read.length + (await store.readAll()).unreadable).toBe(list.length);
        const { sessions: sessionsSchema, activeIn: activeInSchema } = identityStateSchema.shape;
        const text = JSON.stringify(read.map(toSessionSummary));
        expect(text).not.toMatch(/\\ud[89a-f]/);
        sessionsSchema.parse(parseJson(text));
        activeInSchema.parse(parseJson(JSON.stringify(activeIn)));
      }
    },
  );
  await fc.assert(property, { numRuns });
});
