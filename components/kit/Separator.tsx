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
  /** 1 if dragging right or down increases the value, -1 if dragging decreases the value. */
  readonly sign: 1 | -1;
  /** How much a pixel changes the value. */
  readonly perPixel: (line: HTMLElement) => number;
  /** The value as text: `37 %`. */
  readonly valueText: string;
  readonly tabIndex?: number;
  readonly className?: string;
  /** Called during a drag. */
  readonly onMove: (value: number) => void;
  /** Called when the drag ends, and with every key. */
  readonly onChange: (value: number) => void;
  /** Called on a double click or Enter, to select the default value or the value that fits the content. */
  readonly onFit: () => void;
}

interface Drag {
  readonly startPx: number;
  readonly value: number;
  readonly perPixel: number;
}

/** A separator that can be moved is a widget, and an `hr` cannot be a widget. */
const separatorRole = { role: 'separator' } as const;

/** A line that resizes the two parts beside it by drag or arrow keys. A double click or Enter calls `onFit`. */
export function Separator(props: SeparatorProps) {
  const { name, orientation, value, min, max, valueText, tabIndex = 0, className = '' } = props;
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
      class={`separator ${orientation} ${className}`}
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
  const pixelOf = (event: PointerEvent) => (orientation === 'vertical' ? event.clientX : event.clientY);
  const endDrag = () => {
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
      setDrag({ startPx: pixelOf(event), value, perPixel: perPixel(event.currentTarget) });
    },
    onPointerMove(event: TargetedPointerEvent<HTMLElement>) {
      if (!drag) return;
      const change = (pixelOf(event) - drag.startPx) * drag.perPixel * sign;
      latest.current = clamp(drag.value + change, min, max);
      onMove(latest.current);
    },
    onPointerUp: endDrag,
    onPointerCancel: endDrag,
  };
}

function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>, props: SeparatorProps) {
  const { orientation, value, min, max, step, sign } = props;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const [backKey, forwardKey] = orientation === 'vertical' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  const values: Readonly<Record<string, number>> = {
    [backKey]: value - step * sign,
    [forwardKey]: value + step * sign,
    Home: min,
    End: max,
  };
  const next = values[event.key];
  if (next !== undefined) props.onChange(clamp(next, min, max));
  else if (event.key === 'Enter') props.onFit();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
