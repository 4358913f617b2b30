import { Button } from '#components/kit/Button.tsx';
import { useStores } from '#components/panel/app/stores.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { ruleName } from '#core/report/finding-groups';
import { siteOfRecord } from '#core/report/mutes';
import type { Finding } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import { muteFinding, siteLabel, unmuteFinding } from './mute-finding';

interface MuteActionsProps {
  readonly record: TelemetryRecord;
  readonly finding: Finding;
}

/** “Mute” and “Mute rule” of a finding that counts, “Unmute” of one that does not. */
export function MuteActions({ record, finding }: MuteActionsProps) {
  const stores = useStores();
  const site = siteLabel(siteOfRecord(record));
  if (record.muted?.includes(finding)) {
    return (
      <Button appearance="text" onClick={() => unmuteFinding(stores, record, finding)}>
        {i18n.t('mutes.unmute')}
      </Button>
    );
  }
  return (
    <>
      <Button
        appearance="text"
        title={i18n.t('mutes.muteHint', { site })}
        onClick={() => muteFinding(stores, record, finding, 'field')}
      >
        {i18n.t('mutes.mute')}
      </Button>
      <Button
        appearance="text"
        title={i18n.t('mutes.muteRuleHint', { rule: ruleName(finding), site })}
        onClick={() => muteFinding(stores, record, finding, 'rule')}
      >
        {i18n.t('mutes.muteRule')}
      </Button>
    </>
  );
}
