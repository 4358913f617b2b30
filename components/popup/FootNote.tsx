import { Icon } from '#components/kit/Icon.tsx';
import { i18n } from '#i18n';

/** Whether the tokens of the environment outlive the browser. */
type PersistedValue = 'off' | 'on' | 'failed';

interface FootNoteProps {
  readonly persisted?: PersistedValue;
  /** Stored log-ins that could not be read. */
  readonly unreadable?: number;
}

/** RFC 9700 section 2.4: the password grant must not be used for real people's accounts. */
export function FootNote({ persisted = 'off', unreadable = 0 }: FootNoteProps) {
  return (
    <p class="foot-note">
      <Icon name="flask" size={13} />
      <span>
        {i18n.t('popup.logIn.testEntitiesOnly')} {persistenceText(persisted)}{' '}
        {unreadable > 0 && i18n.t('popup.persistence.unreadable', unreadable, { n: unreadable })}
      </span>
    </p>
  );
}

function persistenceText(persisted: PersistedValue): string {
  switch (persisted) {
    case 'off':
      return i18n.t('popup.persistence.sessionOnly');
    case 'on':
      return i18n.t('popup.persistence.encrypted');
    case 'failed':
      return i18n.t('popup.persistence.failed');
  }
}
