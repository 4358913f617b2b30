import { formatNumber } from '#components/i18n/count-text.ts';
import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { RepeatField } from '#components/kit/forms/RepeatField.tsx';
import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { marksFiredSetting, sendsNowSetting } from '../compose-settings';
import { type ComposeState, composeStore } from '../compose-state';
import type { Draft } from '../draft/composer';

interface FireChoicesProps {
  readonly draft: Draft;
}

/** How often, with which ids, and whether it is marked. */
export function FireChoices({ draft }: FireChoicesProps) {
  const marksFired = useStore(marksFiredSetting);
  const sendsNow = useStore(sendsNowSetting);
  const compose = useStore(composeStore);
  const origin = draft.origin.value;
  const isPosted = compose.delivery.value.transport === 'collector';
  return (
    <>
      {origin && (
        <label class="target">
          <small>{i18n.t('collector.resendAs')}</small>
          <SelectBox
            name={i18n.t('collector.resendAs')}
            hint={i18n.t('collector.sameIdsHint')}
            value={isPosted && compose.keepsIds.value ? 'old' : 'new'}
            options={[
              ['new', i18n.t('collector.newIds')],
              ['old', i18n.t('collector.sameIds', { row: formatNumber(origin.row) })],
            ]}
            onChoose={(ids) => chooseIds(compose, ids === 'old')}
          />
        </label>
      )}
      <div class="target">
        <small aria-hidden="true">{i18n.t('collector.times')}</small>
        <RepeatField count={compose.times} label={i18n.t('collector.times')} />
      </div>
      <CheckBox hint={i18n.t('collector.markManualHint')} checked={marksFired.value} onChange={marksFired.set}>
        {i18n.t('collector.markManual')}
      </CheckBox>
      {!isPosted && (
        <CheckBox hint={i18n.t('collector.sendNowHint')} checked={sendsNow.value} onChange={sendsNow.set}>
          {i18n.t('collector.sendNow')}
        </CheckBox>
      )}
    </>
  );
}

/** Each SDK makes a `mid` of its own, so the same one can go to a collector only. */
function chooseIds({ keepsIds, delivery }: ComposeState, keepsOld: boolean): void {
  keepsIds.value = keepsOld;
  if (keepsOld) delivery.value = { ...delivery.peek(), transport: 'collector' };
}
