import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { type Frames, targetKeyOf, targetLabel } from '#components/panel/event-list/frames.ts';
import type { FiringTarget } from '#core/journey/watched-frame';
import { i18n } from '#i18n';

interface TargetFrameProps {
  readonly frames: Frames;
  readonly target: FiringTarget;
}

/** Picks the SDK and the frame to call. A single one is shown as text. */
export function TargetFrame({ frames, target }: TargetFrameProps) {
  const targets = frames.targets.value;
  if (targets.length === 1) {
    return (
      <div class="target">
        <small>{i18n.t('compose.throughSdk')}</small>
        <span class="state" title={target.url}>
          <Icon name="frame" size={13} tone="muted" />
          <span class="truncate">{targetLabel(target)}</span>
        </span>
      </div>
    );
  }
  return (
    <label class="target">
      <small>{i18n.t('compose.targetThroughSdk')}</small>
      <SelectBox
        icon="frame"
        name={i18n.t('compose.target')}
        value={targetKeyOf(target)}
        options={targets.map((each) => [targetKeyOf(each), targetLabel(each)])}
        onSelect={frames.select}
      />
    </label>
  );
}
