import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Separator } from '#components/kit/Separator.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { defaultDetailsSettings, detailsSetting, MAX_SHARE_PERCENT, MIN_SHARE_PERCENT } from './details-settings';
import { useDetailsPosition } from './use-details-position';

interface ListAndDetailsProps {
  readonly list: ComponentChildren;
  /** Null while no event is open. */
  readonly detail: ComponentChildren | null;
}

const KEY_STEP_PERCENT = 2;

/**
 * The list, and the details beside it, below it or over it.
 * The separator between them resizes both.
 */
export function ListAndDetails({ list, detail }: ListAndDetailsProps) {
  const { position } = useDetailsPosition();
  const [draggedPercent, setDraggedPercent] = useState<number | null>(null);
  const setting = useStore(detailsSetting);
  const settings = setting.value;
  const side = position === 'below' ? 'below' : 'right';
  const sharePercent = draggedPercent ?? settings[side];
  const saveShare = (value: number) => {
    setDraggedPercent(null);
    setting.set({ ...settings, [side]: Math.round(value) });
  };
  return (
    <div
      class={detail ? 'list-and-details with-detail' : 'list-and-details'}
      data-position={position}
      style={{ '--share': `${sharePercent}%` }}
    >
      {list}
      {detail && position !== 'over' && (
        <Separator
          name={i18n.t('detail.size')}
          orientation={side === 'right' ? 'vertical' : 'horizontal'}
          value={sharePercent}
          valueText={`${Math.round(sharePercent)} %`}
          min={MIN_SHARE_PERCENT}
          max={MAX_SHARE_PERCENT}
          step={KEY_STEP_PERCENT}
          sign={-1}
          perPixel={(separator) => 100 / containerSizeOf(separator, side)}
          onMove={setDraggedPercent}
          onChange={saveShare}
          onFit={() => saveShare(defaultDetailsSettings[side])}
        />
      )}
      {detail}
    </div>
  );
}

function containerSizeOf(separator: HTMLElement, side: 'right' | 'below'): number {
  const container = separator.parentElement;
  return Math.max(1, (side === 'right' ? container?.clientWidth : container?.clientHeight) ?? 1);
}
