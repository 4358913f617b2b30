import { formatCount, formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { RepeatField } from '#components/kit/forms/RepeatField.tsx';
import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { notFiringReason, type TabState } from '#components/panel/app/tab-state.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { i18n } from '#i18n';
import { addsManualCdataSetting, sendsNowSetting } from '../compose-settings';
import { type ComposeState, composeStore } from '../compose-state';
import type { Draft } from '../draft/composer';
import { CollectorTarget } from '../target/CollectorTarget';
import { DeliveryPicker } from '../target/DeliveryPicker';
import { NoTarget } from '../target/NoTarget';
import { TargetFrame } from '../target/TargetFrame';
import { countErrorsToConfirm, type FireBlocker, findFireBlocker, fireSamples, firingStore } from './fire-draft';

interface FireBarProps {
  readonly draft: Draft;
  readonly onFire: () => void;
}

/**
 * Shows the target, the blockers, and the Fire button.
 * Findings never disable the button. An event with errors needs a confirmation.
 */
export function FireBar({ draft, onFire }: FireBarProps) {
  const stores = useStores();
  const { delivery } = useStore(composeStore);
  const frames = useStore(liveListStore).get(listFrames);
  const firing = useStore(firingStore);
  const target = frames.target.value;
  const isPosted = delivery.value.transport === 'collector';
  const blocker = findFireBlocker(stores);
  const canFire = isPosted || target !== null;
  return (
    <section class="firebar" aria-label={i18n.t('compose.fire')}>
      <div class="fire-options">
        <DeliveryPicker delivery={delivery} />
        {isPosted && <CollectorTarget />}
        {!isPosted && target && <TargetFrame frames={frames} target={target} />}
        {!isPosted && !target && <NoTarget />}
        {canFire && (
          <>
            <FireOptions draft={draft} />
            <span class="grow" />
            <Warning blocker={blocker} />
          </>
        )}
        {canFire && !isPosted && (
          <Button
            onClick={() => fireSamples(stores)}
            disabled={firing.isBusy.value}
            unavailable={notFiringReason(stores.app.tab.value)}
            title={i18n.t('compose.fireSamplesHint')}
          >
            {i18n.t('compose.fireSamples')}
          </Button>
        )}
      </div>
      {canFire && <FireButton blocker={blocker} onFire={onFire} />}
    </section>
  );
}

/** ID of the text that `aria-describedby` of a disabled Fire button refers to. */
const BLOCKER_ID = 'fire-blocker';

const blockerTexts = {
  unreadable: 'compose.nothingToFire',
  'no-url': 'compose.obstacle.noUrl',
  'wrong-url': 'compose.obstacle.wrongUrl',
  'no-sdk': 'compose.noSdk',
  busy: 'compose.obstacle.busy',
} as const satisfies Readonly<Record<Exclude<FireBlocker, 'read-only'>, string>>;

function blockerText(blocker: FireBlocker, tab: TabState): string {
  return blocker === 'read-only' ? (notFiringReason(tab) ?? '') : i18n.t(blockerTexts[blocker]);
}

function blockerStyle(blocker: FireBlocker) {
  if (blocker === 'busy') return { icon: 'waiting', tone: 'inherit' } as const;
  return blocker === 'read-only'
    ? ({ icon: 'lock', tone: 'inherit' } as const)
    : ({ icon: 'invalid', tone: 'error' } as const);
}

interface FireButtonProps {
  readonly blocker: FireBlocker | null;
  readonly onFire: () => void;
}

function FireButton({ blocker, onFire }: FireButtonProps) {
  const { tab } = useApp();
  return (
    <button
      type="button"
      class="button primary"
      aria-keyshortcuts="Control+Enter"
      aria-describedby={blocker === null ? undefined : BLOCKER_ID}
      title={blocker === null ? undefined : blockerText(blocker, tab.value)}
      // A `disabled` attribute would take the focus from the button with every event that it fires.
      aria-disabled={blocker !== null}
      onClick={() => blocker === null && onFire()}
    >
      <Icon name="bolt" size={13} />
      {i18n.t('compose.fire')}
      <span class="keys-hint" aria-hidden="true">
        Ctrl ↵
      </span>
    </button>
  );
}

/** Why Fire is disabled, or that it needs a confirmation. */
function Warning({ blocker }: { readonly blocker: FireBlocker | null }) {
  const stores = useStores();
  if (blocker !== null) {
    return (
      <span id={BLOCKER_ID} class="blocker">
        <StatusLabel {...blockerStyle(blocker)}>{blockerText(blocker, stores.app.tab.value)}</StatusLabel>
      </span>
    );
  }
  const errors = countErrorsToConfirm(stores);
  if (errors === 0) return null;
  return (
    <StatusLabel icon="invalid" tone="error">
      {i18n.t('compose.confirmsFirst', { errors: formatCount(errors, 'error') })}
    </StatusLabel>
  );
}

interface FireOptionsProps {
  readonly draft: Draft;
}

/** Options of Fire: how many times, with which ids, and whether the events are marked as manual. */
function FireOptions({ draft }: FireOptionsProps) {
  const addsManualCdata = useStore(addsManualCdataSetting);
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
            onSelect={(ids) => selectIds(compose, ids === 'old')}
          />
        </label>
      )}
      <div class="target">
        <small aria-hidden="true">{i18n.t('collector.times')}</small>
        <RepeatField count={compose.times} label={i18n.t('collector.times')} />
      </div>
      <CheckBox
        hint={i18n.t('collector.markManualHint')}
        checked={addsManualCdata.value}
        onChange={addsManualCdata.set}
      >
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

/** Sets whether old ids are used. Each SDK creates its own `mid`, so old ids can go only to a collector. */
function selectIds({ keepsIds, delivery }: ComposeState, keepsOld: boolean): void {
  keepsIds.value = keepsOld;
  if (keepsOld) delivery.value = { ...delivery.peek(), transport: 'collector' };
}
