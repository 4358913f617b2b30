import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { i18n } from '#i18n';

interface SeparatorProps {
  /** Accessible name: “Width of Kind”. */
  readonly name: string;
  /** Orientation of the line itself: a vertical line is dragged left and right. */
  readonly orientation: 'vertical' | 'horizontal';
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** How much an arrow key changes the value. */
  readonly step: number;
  /** 1 where dragging right or down makes the value larger, -1 where it makes it smaller. */
  readonly sign: 1 | -1;
  /** How much a pixel changes the value. */
  readonly perPixel: (line: HTMLElement) => number;
  /** The value in words: `37 %`. */
  readonly valueText: string;
  readonly tabIndex?: number;
  readonly extra?: string;
  /** Called while it is dragged. */
  readonly onMove: (value: number) => void;
  /** Called when the drag ends, and with every key. */
  readonly onChange: (value: number) => void;
  /** Double click, or Enter: the value that fits best. */
  readonly onFit: () => void;
}

interface Drag {
  readonly at: number;
  readonly value: number;
  readonly perPixel: number;
}

/** A movable separator is a widget, which an `hr` cannot be. */
const separatorRole = { role: 'separator' } as const;

/** A line between two parts that gives them their sizes: by drag, by arrow keys, and back by a double click. */
export function Separator(props: SeparatorProps) {
  const { name, orientation, value, min, max, valueText, tabIndex = 0, extra = '' } = props;
  const listeners = {
    ...useDrag(props),
    onDblClick: props.onFit,
    onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => onKeyDown(event, props),
  };
  const labels = {
    'aria-label': name,
    'aria-orientation': orientation,
    'aria-valuenow': Math.round(value),
    'aria-valuemin': min,
    'aria-valuemax': max,
    'aria-valuetext': valueText,
  };
  return (
    <div
      class={`separator ${orientation} ${extra}`}
      {...separatorRole}
      {...labels}
      title={i18n.t('list.separatorHint', { name })}
      tabIndex={tabIndex}
      {...listeners}
    />
  );
}

function useDrag({ orientation, value, min, max, sign, perPixel, onMove, onChange }: SeparatorProps) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef(value);
  const placeOf = (event: PointerEvent) => (orientation === 'vertical' ? event.clientX : event.clientY);
  const end = () => {
    if (!drag) return;
    setDrag(null);
    if (latest.current !== drag.value) onChange(latest.current);
  };
  return {
    'data-dragged': drag !== null,
    onPointerDown(event: TargetedPointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      latest.current = value;
      setDrag({ at: placeOf(event), value, perPixel: perPixel(event.currentTarget) });
    },
    onPointerMove(event: TargetedPointerEvent<HTMLElement>) {
      if (!drag) return;
      const moved = (placeOf(event) - drag.at) * drag.perPixel * sign;
      latest.current = within(drag.value + moved, min, max);
      onMove(latest.current);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>, props: SeparatorProps) {
  const { orientation, value, min, max, step, sign } = props;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const [less, more] = orientation === 'vertical' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  const values: Readonly<Record<string, number>> = {
    [less]: value - step * sign,
    [more]: value + step * sign,
    Home: min,
    End: max,
  };
  const next = values[event.key];
  if (next !== undefined) props.onChange(within(next, min, max));
  else if (event.key === 'Enter') props.onFit();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function within(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
