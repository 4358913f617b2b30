import { expectedIssuer } from '#core/identity/environment';
import { isExpired } from '#core/identity/session';
import { findSession, withActive } from '#core/identity/sessions';
import { algorithmOf, decodeToken, readableClaims } from '#core/identity/token-claims';
import { fail, succeed } from '#core/util/result';
import { type IdentityResponse, tokenViewSchema } from '#extension/protocol/identity-protocol';
import { type IdentityDeps, requireEnvironment, type Stores } from './identity-deps';
import type { Refresher } from './refresher';

/** Puts a session to use. */
export async function activate({ sessions }: Stores, id: string): Promise<IdentityResponse<'activate'>> {
  const after = await sessions.update((current) => withActive(current, id));
  return findSession(after, id) === null ? fail({ reason: 'gone', what: 'session' }) : succeed(null);
}

export async function refreshNow({ refresh }: Refresher, id: string): Promise<IdentityResponse<'refresh'>> {
  const refreshed = await refresh(id);
  return refreshed.ok ? succeed(null) : refreshed;
}

export async function tokenOf({ usable }: Refresher, id: string): Promise<IdentityResponse<'token'>> {
  const session = await usable(id);
  return session.ok ? succeed({ accessToken: session.value.accessToken }) : session;
}

/** What the token says, and not the token: it is not even renewed for this. */
export async function claimsOf(stores: Stores, id: string): Promise<IdentityResponse<'claims'>> {
  const session = findSession(await stores.sessions.read(), id);
  if (session === null) return fail({ reason: 'gone', what: 'session' });
  const environment = await requireEnvironment(stores, session.environmentId);
  if (!environment.ok) return environment;
  const decoded = decodeToken(session.accessToken);
  if (!decoded.ok) return succeed(null);
  const { tokenType, accessExpiresAt } = session;
  const issuer = expectedIssuer(environment.value);
  const { header, claims } = decoded.value;
  const shown = { algorithm: algorithmOf(header), ...readableClaims(claims) };
  const view = { ...shown, tokenType, accessExpiresAt, expectedIssuer: issuer };
  return succeed(tokenViewSchema.parse(view));
}

/** Puts the next entity of the chosen environment to use that can still be used. */
export async function switchToNext(deps: IdentityDeps, stores: Stores): Promise<void> {
  const { currentId } = await stores.environments.read();
  await stores.sessions.update((sessions) => {
    const here = sessions.list.filter(
      (session) => session.environmentId === currentId && !isExpired(session, deps.now()),
    );
    const at = here.findIndex(({ id }) => id === sessions.activeIn[currentId]);
    const next = here[(at + 1) % here.length];
    return next === undefined ? sessions : withActive(sessions, next.id);
  });
}
