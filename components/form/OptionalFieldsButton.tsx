import { formatCount } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { i18n } from '#i18n';

interface OptionalFieldsButtonProps {
  /** Number of optional fields that are unset in the draft. */
  readonly absent: number;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

/** Shows the optional fields that are not set, and hides them again; nothing where there are none. */
export function OptionalFieldsButton({ absent, isShown, onToggle }: OptionalFieldsButtonProps) {
  if (absent === 0 && !isShown) return null;
  return (
    <Button appearance="text" onClick={onToggle}>
      {isShown ? i18n.t('compose.hideUnset') : i18n.t('compose.show', { fields: formatCount(absent, 'optionalField') })}
    </Button>
  );
}
