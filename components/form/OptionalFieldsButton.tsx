import { formatCount } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { i18n } from '#i18n';

interface OptionalFieldsButtonProps {
  /** Number of optional fields that are unset in the draft. */
  readonly unsetCount: number;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

/** Shows and hides the optional unset fields. Renders nothing if there are none. */
export function OptionalFieldsButton({ unsetCount, isShown, onToggle }: OptionalFieldsButtonProps) {
  if (unsetCount === 0 && !isShown) return null;
  return (
    <Button appearance="text" onClick={onToggle}>
      {isShown
        ? i18n.t('compose.hideUnset')
        : i18n.t('compose.show', { fields: formatCount(unsetCount, 'optionalField') })}
    </Button>
  );
}
