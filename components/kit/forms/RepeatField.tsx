import { useId } from 'preact/hooks';
import { i18n } from '#i18n';
import type { RepeatCount } from './repeat-count';

interface RepeatFieldProps {
  readonly count: RepeatCount;
  readonly label: string;
  readonly disabled?: boolean;
}

/**
 * A field for the number of times that something is fired.
 * The user can empty the field while typing. A problem is shown beside the field.
 */
export function RepeatField({ count, label, disabled = false }: RepeatFieldProps) {
  const id = useId();
  const isInvalid = count.isInvalid.value;
  return (
    <>
      <span class="field-box times">
        <input
          type="number"
          aria-label={label}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? id : undefined}
          min={1}
          max={count.max}
          disabled={disabled}
          value={count.text.value}
          onInput={({ currentTarget }) => count.setText(currentTarget.value)}
          onBlur={count.read}
        />
      </span>
      {isInvalid && (
        <span id={id} class="error" role="alert">
          {i18n.t('compose.repeatInvalid', { max: count.max })}
        </span>
      )}
    </>
  );
}
