import { Icon } from '../ui/Icon';

/** RFC 9700 section 2.4: the password grant must not be used for real people's accounts. */
export function FootNote({ isKept = false }: { readonly isKept?: boolean }) {
  return (
    <p class="foot-note">
      <Icon name="flask" size={13} />
      <span>
        For test entities only: logging in with a password is not safe for real people’s accounts. The password is not
        stored.{' '}
        {isKept
          ? 'Tokens of this environment stay on this disk until you log out.'
          : 'Tokens are gone when the browser closes.'}
      </span>
    </p>
  );
}
