import { ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import type { ActingEndReason } from '#core/identity/failure';
import { i18n } from '#i18n';
import type { EndedActing } from './model/popup-model';

interface EndedActingNoteProps {
  readonly ended: EndedActing;
  readonly onDismiss: () => void;
}

/** Why this tab's requests no longer carry a token. */
export function EndedActingNote({ ended: { userId, reason }, onDismiss }: EndedActingNoteProps) {
  return (
    <div class="note ended-acting" role="status">
      <Icon name="notice" size={13} />
      <span class="grow">{messageFor(reason, userId)}</span>
      <ToolButton icon="x" name={i18n.t('common.dismiss')} small onClick={onDismiss} />
    </div>
  );
}

function messageFor(reason: ActingEndReason, userId: string): string {
  switch (reason) {
    case 'another-site':
      return i18n.t('popup.actingEnded.anotherSite', { userId });
    case 'unreadable-page':
      return i18n.t('popup.actingEnded.unreadablePage', { userId });
    case 'registry-changed':
      return i18n.t('popup.actingEnded.registryChanged', { userId });
    case 'no-permission':
      return i18n.t('popup.actingEnded.noPermission', { userId });
    case 'refused':
      return i18n.t('popup.actingEnded.refused', { userId });
  }
}
