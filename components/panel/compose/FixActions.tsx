import { Button } from '#components/kit/Button.tsx';
import type { FindingActionProps } from '#components/panel/app/finding-actions.ts';
import { useStores } from '#components/panel/app/stores.ts';
import { fixRecord } from '#core/drafts/fixed-draft';
import { panelRules } from '#core/drafts/panel-rules';
import { i18n } from '#i18n';
import { openWithFix, resendWithFix } from './resend';

/** “Apply fix” and “Fix and resend”. Renders nothing if the fix is uncertain. */
export function FixActions({ record, finding, fix }: FindingActionProps) {
  const stores = useStores();
  if (fix === null || fixRecord(record, finding, fix, panelRules) === null) return null;
  return (
    <>
      <Button
        appearance="text"
        title={i18n.t('finding.applyFixHint')}
        onClick={() => void openWithFix(stores, record, finding, fix)}
      >
        {i18n.t('finding.applyFix')}
      </Button>
      <Button
        appearance="text"
        title={i18n.t('finding.fixAndResendHint')}
        onClick={() => void resendWithFix(stores, record, finding, fix)}
      >
        {i18n.t('finding.fixAndResend')}
      </Button>
    </>
  );
}
