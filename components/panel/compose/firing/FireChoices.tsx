import { formatNumber } from '#components/i18n/count-text.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { RepeatField } from '#components/kit/RepeatField.tsx';
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
  const isPosted = compose.delivery.value.way === 'collector';
  return (
    <>
      {origin && (
        <label class="target">
          <small>{i18n.t('collector.resendAs')}</small>
          <span class="select" title={i18n.t('collector.sameIdsHint')}>
            <select
              aria-label={i18n.t('collector.resendAs')}
              value={isPosted && compose.keepsIds.value ? 'old' : 'new'}
              onChange={(event) => chooseIds(compose, event.currentTarget.value === 'old')}
            >
              <option value="new">{i18n.t('collector.newIds')}</option>
              <option value="old">{i18n.t('collector.sameIds', { row: formatNumber(origin.row) })}</option>
            </select>
            <Icon name="down" size={13} />
          </span>
        </label>
      )}
      <div class="target">
        <small aria-hidden="true">{i18n.t('collector.times')}</small>
        <RepeatField count={compose.times} label={i18n.t('collector.times')} />
      </div>
      <label class="check" title={i18n.t('collector.markManualHint')}>
        <input
          type="checkbox"
          checked={marksFired.value}
          onChange={(event) => marksFired.set(event.currentTarget.checked)}
        />
        {i18n.t('collector.markManual')}
      </label>
      {!isPosted && (
        <label class="check" title={i18n.t('collector.sendNowHint')}>
          <input
            type="checkbox"
            checked={sendsNow.value}
            onChange={(event) => sendsNow.set(event.currentTarget.checked)}
          />
          {i18n.t('collector.sendNow')}
        </label>
      )}
    </>
  );
}

/** Each SDK makes a `mid` of its own, so the same one can go to a collector only. */
function chooseIds({ keepsIds, delivery }: ComposeState, keepsOld: boolean): void {
  keepsIds.value = keepsOld;
  if (keepsOld) delivery.value = { ...delivery.peek(), way: 'collector' };
}
