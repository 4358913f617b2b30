import { formatBytes } from '#components/i18n/format.ts';
import { Icon } from '#components/kit/Icon.tsx';
import type { SessionSummary } from '#core/identity/session';
import { i18n } from '#i18n';

/** Warns of a token that is so large that many servers reject it. */
export function LargeToken({ session }: { readonly session: SessionSummary }) {
  return (
    <p class="note">
      <Icon name="notice" size={13} />
      <span>{i18n.t('popup.token.large', { size: formatBytes(session.accessTokenBytes) })}</span>
    </p>
  );
}
