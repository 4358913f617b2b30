import type { TargetedKeyboardEvent } from 'preact';

interface RadioSegmentsProps {
  readonly id?: string;
  readonly name: string;
  readonly values: readonly string[];
  /** `null` if no value is selected yet. */
  readonly value: string | null;
  readonly labelOf?: (value: string) => string;
  readonly describedBy?: string | undefined;
  readonly onSelect: (value: string) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A few values side by side: one tab stop, with arrow keys inside. */
export function RadioSegments({ id, name, values, value, describedBy, onSelect, labelOf }: RadioSegmentsProps) {
  const tabStop = value !== null && values.includes(value) ? value : values[0];
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = values.indexOf(tabStop ?? '');
    const nextIndex = (index + step + values.length) % values.length;
    const next = values[nextIndex];
    if (next !== undefined) onSelect(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')[nextIndex]?.focus();
  };
  return (
    <div
      id={id}
      class="segments bordered"
      role="radiogroup"
      aria-label={name}
      aria-describedby={describedBy}
      onKeyDown={onKeyDown}
    >
      {values.map((each) => (
        // biome-ignore lint/a11y/useSemanticElements: native radios cannot be rendered as one switch.
        <button
          type="button"
          role="radio"
          key={each}
          aria-checked={each === value}
          tabIndex={each === tabStop ? 0 : -1}
          onClick={() => onSelect(each)}
        >
          {labelOf ? labelOf(each) : each}
        </button>
      ))}
    </div>
  );
}
