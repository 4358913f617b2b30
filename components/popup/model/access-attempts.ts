import type { ActingFailure } from '#core/identity/failure';
import type { AccessIntent, AccessOutcome } from '#extension/protocol/access-protocol';
import type { RpcFailure } from '#extension/protocol/rpc';
import { i18n } from '#i18n';
import { noBackgroundText } from './background-failure';
import type { NoteModel } from './note';
import type { AccessToHosts } from './popup-deps';

/** What needs access to hosts, and what became of it when the permission prompt closed the popup. */
export interface AccessAttempts {
  /**
   * Asks the user for access. To be called straight from a click or an Enter.
   * False where the user refuses. In most browsers the prompt closes the popup; the background goes on then.
   */
  readonly request: (intent: AccessIntent, origins: readonly string[], ask: () => Promise<boolean>) => Promise<boolean>;
  /** What became of the request of an earlier popup, or `null`. */
  readonly takeOutcome: () => Promise<AccessOutcome | null>;
}

export function createAccessAttempts(access: AccessToHosts): AccessAttempts {
  let open = 0;
  return {
    async request(intent, origins, ask) {
      open += 1;
      // Not awaited: the prompt needs the user gesture, and may close the popup at once.
      void access.begin({ intent, origins: [...origins] });
      try {
        return await ask();
      } catch {
        return false;
      } finally {
        open -= 1;
        void access.forget();
      }
    },
    takeOutcome: async () => (open === 0 ? access.take() : null),
  };
}

/** Says how a request ended that an earlier popup began. */
export function reportOutcome(note: NoteModel, outcome: AccessOutcome): void {
  const text = () => outcomeText(outcome);
  if (outcome.status === 'done') note.done(text);
  else note.failed(text);
}

function outcomeText(outcome: AccessOutcome): string {
  const { intent, origins } = outcome.request;
  switch (outcome.status) {
    case 'done':
      return doneText(intent, hostsOf(origins));
    case 'failed':
      return actingFailureText(outcome.failure.reason);
    case 'not-granted':
      return i18n.t('popup.hostAccess.notGranted', { hosts: hostsOf(origins) });
    case 'expired':
      return i18n.t('popup.hostAccess.expired', { hosts: hostsOf(origins) });
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

/** Match patterns of one host each: `https://auth.example.org/*`. */
function hostsOf(origins: readonly string[]): string {
  const hosts = [...new Set(origins.map((pattern) => pattern.split('/')[2] ?? pattern))];
  const [first = '', last = first] = hosts;
  return first === last ? first : i18n.t('common.and', { first, last });
}

/** Why a session's token is not sent with a tab's requests, and what to do. */
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
    case 'refused':
      return i18n.t('popup.actingFailure.refused');
    case 'no-background':
    case 'cancelled':
      return noBackgroundText();
  }
}
