import type { TargetedKeyboardEvent } from 'preact';

interface RadioSegmentsProps {
  readonly id?: string;
  readonly name: string;
  readonly choices: readonly string[];
  /** Null if none is chosen yet. */
  readonly value: string | null;
  readonly labelOf?: (choice: string) => string;
  readonly describedBy?: string | undefined;
  readonly onChoose: (choice: string) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A few choices side by side: one tab stop, with arrow keys inside. */
export function RadioSegments({ id, name, choices, value, describedBy, onChoose, labelOf }: RadioSegmentsProps) {
  const focused = value !== null && choices.includes(value) ? value : choices[0];
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = choices.indexOf(focused ?? '');
    const to = (at + step + choices.length) % choices.length;
    const next = choices[to];
    if (next !== undefined) onChoose(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')[to]?.focus();
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
      {choices.map((choice) => (
        // biome-ignore lint/a11y/useSemanticElements: native radios cannot be rendered as one switch.
        <button
          type="button"
          role="radio"
          key={choice}
          aria-checked={choice === value}
          tabIndex={choice === focused ? 0 : -1}
          onClick={() => onChoose(choice)}
        >
          {labelOf ? labelOf(choice) : choice}
        </button>
      ))}
    </div>
  );
}
