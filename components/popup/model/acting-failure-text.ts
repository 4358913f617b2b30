import type { ActingFailure } from '#core/identity/failure';
import type { RpcFailure } from '#extension/protocol/rpc';
import { i18n } from '#i18n';
import { noBackgroundText } from './background-failure';

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
