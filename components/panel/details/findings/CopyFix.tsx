import { Button } from '#components/kit/Button.tsx';
import type { FindingActionProps } from '#components/panel/app/finding-actions.ts';
import { useApp } from '#components/panel/app/stores.ts';
import { formatFix } from '#core/drafts/quick-fix';
import { i18n } from '#i18n';

/** “Copy fix”. Renders nothing if the fix is unknown or removes a field. */
export function CopyFix({ fix }: FindingActionProps) {
  const { commands } = useApp();
  if (fix === null || fix.type === 'remove') return null;
  return (
    <Button appearance="text" onClick={() => void commands.copy(formatFix(fix), () => i18n.t('finding.fixedField'))}>
      {i18n.t('finding.copyFixed')}
    </Button>
  );
}
