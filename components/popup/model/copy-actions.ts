import type { Environment } from '#core/identity/environment';
import type { LoginFailure } from '#core/identity/failure';
import type { SessionSummary } from '#core/identity/session';
import type { RpcFailure } from '#extension/protocol/rpc';
import { i18n } from '#i18n';
import type { PopupDeps } from './popup-deps';
import type { PopupToast } from './popup-toast';

export interface CopyActions {
  readonly copyToken: (session: SessionSummary) => Promise<void>;
  /** Copies the whole header: `Authorization: Bearer …` (RFC 6750 section 2.1). */
  readonly copyHeader: (session: SessionSummary) => Promise<void>;
  /** Copies a curl command that calls the registry. */
  readonly copyCurl: (session: SessionSummary) => Promise<void>;
}

export function createCopyActions(
  { ask, copy }: Pick<PopupDeps, 'ask' | 'copy'>,
  toast: PopupToast,
  environmentOf: (session: SessionSummary) => Environment | null,
  reportFailure: (session: SessionSummary, failure: LoginFailure | RpcFailure) => Promise<void>,
): CopyActions {
  async function copyAs(
    session: SessionSummary,
    label: () => string,
    format: (token: string) => string | Promise<string>,
  ): Promise<void> {
    const result = await ask('token', { sessionId: session.id });
    if (!result.ok) return reportFailure(session, result.failure);
    try {
      await copy(await format(result.value.accessToken));
      toast.showSuccess(() => i18n.t('popup.copied', { what: label(), userId: session.userId }));
    } catch {
      toast.showError(() => i18n.t('popup.copyFailed'));
    }
  }

  return {
    copyToken: (session) =>
      copyAs(
        session,
        () => i18n.t('popup.copyTarget.token'),
        (token) => token,
      ),
    copyHeader: (session) =>
      copyAs(
        session,
        () => i18n.t('popup.copyTarget.header'),
        (token) => `Authorization: Bearer ${token}`,
      ),
    copyCurl: (session) =>
      copyAs(
        session,
        () => i18n.t('popup.copyTarget.command'),
        async (token) => {
          const { registryCommand } = await import('./registry-command');
          return registryCommand(environmentOf(session)?.registryUrl ?? '', token);
        },
      ),
  };
}
