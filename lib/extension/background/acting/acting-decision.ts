import { registryPattern, webOrigin } from '#core/identity/environment';
import type { ActingEndReason } from '#core/identity/failure';
import { type EntitySession, isExpired } from '#core/identity/session';
import { findSession } from '#core/identity/sessions';
import { matchPatternOf } from '#core/util/site';
import { findEnvironment, type IdentityDeps, type Stores } from '#extension/background/identity/identity-deps';
import type { ActingTab } from './acting-tabs';
import { type HeaderRule, headerRulesFor } from './header-rules';

/** Decision about a tab. `reason` is `null` if the user needs no notice, as after a log-out. */
export type Decision =
  | { readonly status: 'acts'; readonly tab: ActingTab; readonly endsAt: number; readonly rules: readonly HeaderRule[] }
  | { readonly status: 'ends'; readonly tab: ActingTab; readonly reason: ActingEndReason | null };

export async function findUsableSession(
  deps: IdentityDeps,
  stores: Stores,
  sessionId: string,
): Promise<EntitySession | null> {
  const session = findSession(await stores.sessions.read(), sessionId);
  return session === null || isExpired(session, deps.now()) ? null : session;
}

export async function hasAccess(deps: IdentityDeps, ...patterns: readonly (string | null)[]): Promise<boolean> {
  const granted = patterns.map(async (pattern) => pattern !== null && (await deps.hasPermission(pattern)));
  return (await Promise.all(granted)).every(Boolean);
}

/** Decides whether a tab still acts as its entity. */
export async function decideAboutTab(deps: IdentityDeps, stores: Stores, tab: ActingTab): Promise<Decision> {
  const end = (reason: ActingEndReason | null): Decision => ({ status: 'ends', tab, reason });
  const session = await findUsableSession(deps, stores, tab.sessionId);
  if (session === null) return end(null);
  const environment = findEnvironment(await stores.environments.read(), session.environmentId);
  if (environment === null) return end(null);
  if (environment.registryUrl !== tab.registryUrl) return end('registry-changed');
  const page = await deps.acting.readTab(tab.tabId);
  if (page.status === 'closed') return end(null);
  if (!(await hasAccess(deps, registryPattern(environment), matchPatternOf(tab.pageOrigin))))
    return end('no-permission');
  if (page.status === 'unreadable') return end('unreadable-page');
  if (page.status === 'readable' && !isAllowedPage(page.url, tab)) return end('another-site');
  const rules = headerRulesFor({ ...tab, accessToken: session.accessToken }, page.status === 'readable');
  if (!rules.ok) return end('rejected');
  return { status: 'acts', tab, endsAt: session.accessExpiresAt, rules: rules.value };
}

/** Whether a page belongs to the origin on which acting started, or to the registry. */
function isAllowedPage(url: string, { pageOrigin, registryUrl }: ActingTab): boolean {
  const origin = webOrigin(url);
  return origin !== null && (origin === pageOrigin || origin === webOrigin(registryUrl));
}
