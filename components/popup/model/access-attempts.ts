import type { ActingFailure } from '#core/identity/failure';
import type { AccessIntent, AccessOutcome } from '#extension/protocol/access-protocol';
import type { RpcFailure } from '#extension/protocol/rpc';
import { i18n } from '#i18n';
import { noBackgroundText } from './background-failure';
import { formatHosts } from './host-names';
import type { HostAccess } from './popup-deps';
import type { PopupToast } from './popup-toast';

/** Actions that need access to hosts, and their result if the permission prompt closed the popup. */
export interface AccessAttempts {
  /**
   * Requests access from the user. Requires a user gesture.
   * Resolves with false if the user denies access. In most browsers the prompt closes the popup; the background then
   * continues.
   */
  readonly request: (intent: AccessIntent, origins: readonly string[], ask: () => Promise<boolean>) => Promise<boolean>;
  /** Returns the result of an earlier popup's request, or `null`. */
  readonly takeOutcome: () => Promise<AccessOutcome | null>;
}

export function createAccessAttempts(access: HostAccess): AccessAttempts {
  let pendingCount = 0;
  return {
    async request(intent, origins, ask) {
      pendingCount += 1;
      // Not awaited: the prompt needs the user gesture, and may close the popup at once.
      void access.begin({ intent, origins: [...origins] });
      try {
        return await ask();
      } catch {
        return false;
      } finally {
        pendingCount -= 1;
        void access.forget();
      }
    },
    takeOutcome: async () => (pendingCount === 0 ? access.take() : null),
  };
}

/** Reports the outcome of a request that an earlier popup started. */
export function reportOutcome(toast: PopupToast, outcome: AccessOutcome): void {
  const text = () => outcomeText(outcome);
  if (outcome.status === 'done') toast.showSuccess(text);
  else toast.showError(text);
}

function outcomeText(outcome: AccessOutcome): string {
  const { intent, origins } = outcome.request;
  const hosts = formatHosts(origins.map(hostOf));
  switch (outcome.status) {
    case 'done':
      return doneText(intent, hosts);
    case 'failed':
      return actingFailureText(outcome.failure.reason);
    case 'not-granted':
      return i18n.t('popup.hostAccess.notGranted', { hosts });
    case 'expired':
      return i18n.t('popup.hostAccess.expired', { hosts });
  }
}

function doneText(intent: AccessIntent, hosts: string): string {
  switch (intent.type) {
    case 'watch':
      return i18n.t('popup.hostAccess.watching', { host: intent.host });
    case 'act':
      return i18n.t('popup.actAs.on', { userId: intent.userId });
    case 'log-in':
      return i18n.t('popup.hostAccess.logIn', { hosts });
  }
}

/** Returns the host of a match pattern: `https://auth.example.org/*`. */
function hostOf(pattern: string): string {
  return pattern.split('/')[2] ?? pattern;
}

/** Explains why a session's token is not added to a tab's requests, and what to do. */
export function actingFailureText(reason: ActingFailure['reason'] | RpcFailure['reason']): string {
  switch (reason) {
    case 'no-session':
      return i18n.t('popup.session.expired');
    case 'no-registry':
      return i18n.t('popup.actAs.noRegistryUrl');
    case 'no-permission':
      return i18n.t('popup.actAs.accessDenied');
    case 'another-page':
      return i18n.t('popup.actingFailure.anotherPage');
    case 'rejected':
      return i18n.t('popup.actingFailure.rejected');
    case 'no-background':
    case 'cancelled':
      return noBackgroundText();
  }
}
