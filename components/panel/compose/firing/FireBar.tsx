import { formatCount } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { useStore, useStores } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { i18n } from '#i18n';
import { composeStore } from '../compose-state';
import type { Draft } from '../draft/composer';
import { CollectorTarget } from '../target/CollectorTarget';
import { DeliveryPicker } from '../target/DeliveryPicker';
import { NoTarget } from '../target/NoTarget';
import { TargetFrame } from '../target/TargetFrame';
import { FireChoices } from './FireChoices';
import { canFire, errorsToFire, fireSamples, firingStore } from './fire-draft';

interface FireBarProps {
  readonly draft: Draft;
  readonly onFire: () => void;
}

/** Where it goes, what stands against it, and the button. Findings never disable it: it asks. */
export function FireBar({ draft, onFire }: FireBarProps) {
  const stores = useStores();
  const { delivery: out } = useStore(composeStore);
  const { frames } = useStore(liveListStore);
  const firing = useStore(firingStore);
  const target = frames.target.value;
  const isPosted = out.value.way === 'collector';
  return (
    <section class="firebar" aria-label={i18n.t('compose.fire')}>
      <DeliveryPicker out={out} />
      {isPosted && <CollectorTarget />}
      {!isPosted && target && <TargetFrame frames={frames} target={target} />}
      {!isPosted && !target && <NoTarget />}
      {(isPosted || target) && (
        <>
          <FireChoices draft={draft} />
          <span class="grow" />
          <Warning isUnreadable={draft.reading.value.status === 'unreadable'} />
          {!isPosted && (
            <Button
              onClick={() => fireSamples(stores)}
              disabled={firing.busy.value}
              title={i18n.t('compose.fireSamplesHint')}
            >
              {i18n.t('compose.fireSamples')}
            </Button>
          )}
          <FireButton isDisabled={!canFire(stores)} onFire={onFire} />
        </>
      )}
    </section>
  );
}

function FireButton({ isDisabled, onFire }: { readonly isDisabled: boolean; readonly onFire: () => void }) {
  return (
    <button
      type="button"
      class="button primary"
      aria-keyshortcuts="Control+Enter"
      disabled={isDisabled}
      onClick={onFire}
    >
      <Icon name="bolt" size={13} />
      {i18n.t('compose.fire')}
      <span class="keys-hint" aria-hidden="true">
        Ctrl ↵
      </span>
    </button>
  );
}

function Warning({ isUnreadable }: { readonly isUnreadable: boolean }) {
  const stores = useStores();
  if (isUnreadable) {
    return (
      <StatusLabel icon="invalid" tone="bad">
        {i18n.t('compose.nothingToFire')}
      </StatusLabel>
    );
  }
  const errors = errorsToFire(stores);
  if (errors === 0) return null;
  return (
    <StatusLabel icon="invalid" tone="bad">
      {i18n.t('compose.confirmsFirst', { errors: formatCount(errors, 'error') })}
    </StatusLabel>
  );
}
