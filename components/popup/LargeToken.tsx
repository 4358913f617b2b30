import { i18n } from '#i18n';
import type { SessionSummary } from '../../lib/identity/session';
import { Icon } from '../ui/Icon';

/** Warns of a token that many servers refuse for its size alone. */
export function LargeToken({ session }: { readonly session: SessionSummary }) {
  return (
    <p class="note">
      <Icon name="notice" size={13} />
      <span>{i18n.t('popup.largeToken', { size: Math.ceil(session.accessTokenBytes / 1024) })}</span>
    </p>
  );
}
