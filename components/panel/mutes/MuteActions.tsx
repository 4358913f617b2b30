import { Button } from '#components/kit/Button.tsx';
import type { FindingActionProps } from '#components/panel/app/finding-actions.ts';
import { useStores } from '#components/panel/app/stores.ts';
import { ruleName } from '#core/report/finding-groups';
import { siteOfRecord } from '#core/report/mutes';
import { i18n } from '#i18n';
import { muteFinding, siteLabel, unmuteFinding } from './mute-finding';

/** “Mute” and “Mute rule” of a finding that counts, “Unmute” of one that does not. */
export function MuteActions({ record, finding }: FindingActionProps) {
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
