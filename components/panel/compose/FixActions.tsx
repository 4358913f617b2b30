import { Button } from '#components/kit/Button.tsx';
import { useStores } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { fixRecord } from '#core/drafts/fixed-draft';
import { panelRules } from '#core/drafts/panel-rules';
import { suggestFix } from '#core/drafts/quick-fix';
import type { TelemetryRecord } from '#core/journey/record';
import type { Finding } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import { openWithFix, resendWithFix } from './resend';

interface FixActionsProps {
  readonly record: TelemetryRecord;
  readonly finding: Finding;
}

/** “Apply fix” and “Fix and resend”; nothing where the fix would be a guess. */
export function FixActions({ record, finding }: FixActionsProps) {
  const stores = useStores();
  const { records } = useEventList();
  const fix = suggestFix(record, finding, panelRules, records.all());
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
