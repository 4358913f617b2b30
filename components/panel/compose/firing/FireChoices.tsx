import { Icon } from '#components/kit/Icon.tsx';
import { RepeatField } from '#components/kit/RepeatField.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { marksFiredSetting } from '../compose-settings';
import { composeStore } from '../compose-state';
import type { Draft } from '../draft/composer';

interface FireChoicesProps {
  readonly draft: Draft;
}

/** How often, with which ids, and whether it is marked. */
export function FireChoices({ draft }: FireChoicesProps) {
  const marksFired = useStore(marksFiredSetting);
  const compose = useStore(composeStore);
  const origin = draft.origin.value;
  const isPosted = compose.delivery.value.way === 'collector';
  return (
    <>
      {origin && isPosted && (
        <label class="target">
          <small>{i18n.t('collector.ids')}</small>
          <span class="select">
            <select
              aria-label={i18n.t('collector.ids')}
              value={compose.keepsIds.value ? 'old' : 'new'}
              onChange={(event) => {
                compose.keepsIds.value = event.currentTarget.value === 'old';
              }}
            >
              <option value="new">{i18n.t('collector.newIds')}</option>
              <option value="old">{i18n.t('collector.oldIds')}</option>
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
    </>
  );
}
