import { Button } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { State } from '#components/kit/StatusLabel.tsx';
import type { PanelPart } from '#components/panel/shell/panel-part.ts';
import { countOf } from '#core/util/count-text';
import { i18n } from '#i18n';
import type { Draft } from '../draft/composer';
import { CollectorTarget } from '../target/CollectorTarget';
import { WayOut } from '../target/DeliveryPicker';
import { NoTarget } from '../target/NoTarget';
import { TargetFrame } from '../target/TargetFrame';
import { FireChoices } from './FireChoices';
import { canFire, errorsToFire } from './ready-to-fire';

interface FireBarProps extends PanelPart {
  readonly draft: Draft;
  readonly onFire: () => void;
}

/** Where it goes, what stands against it, and the button. Findings never disable it: it asks. */
export function FireBar({ draft, model, commands, onFire }: FireBarProps) {
  const target = model.frames.target.value;
  const isPosted = model.compose.out.value.way === 'collector';
  return (
    <section class="firebar" aria-label={i18n.t('compose.fire')}>
      <WayOut out={model.compose.out} />
      {isPosted && <CollectorTarget model={model} />}
      {!isPosted && target && <TargetFrame frames={model.frames} target={target} />}
      {!isPosted && !target && <NoTarget model={model} commands={commands} />}
      {(isPosted || target) && (
        <>
          <FireChoices draft={draft} model={model} />
          <span class="grow" />
          <Warning model={model} isUnreadable={draft.reading.value.status === 'unreadable'} />
          {!isPosted && (
            <Button
              onClick={commands.fireSamples}
              disabled={model.firing.busy.value}
              title={i18n.t('compose.fireSamplesHint')}
            >
              {i18n.t('compose.fireSamples')}
            </Button>
          )}
          <FireButton isDisabled={!canFire(model)} onFire={onFire} />
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

function Warning({ model, isUnreadable }: { readonly model: PanelPart['model']; readonly isUnreadable: boolean }) {
  if (isUnreadable) {
    return (
      <State icon="invalid" tone="bad">
        {i18n.t('compose.nothingToFire')}
      </State>
    );
  }
  const errors = errorsToFire(model);
  if (errors === 0) return null;
  return (
    <State icon="invalid" tone="bad">
      {i18n.t('compose.asksFirst', { errors: countOf(errors, 'error') })}
    </State>
  );
}
