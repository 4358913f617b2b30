import { i18n } from '#i18n';
import { Icon } from '../ui/Icon';

/** RFC 9700 section 2.4: the password grant must not be used for real people's accounts. */
export function FootNote({ isKept = false }: { readonly isKept?: boolean }) {
  return (
    <p class="foot-note">
      <Icon name="flask" size={13} />
      <span>
        {i18n.t('popup.forTestEntitiesOnly')}{' '}
        {isKept ? i18n.t('popup.tokensOfThisEnvironmentStay') : i18n.t('popup.tokensAreGoneWhenThe')}
      </span>
    </p>
  );
}
