import { formatNumber } from '#components/i18n/count-text.ts';
import { defaultText } from '#components/i18n/definition-text.ts';
import { formatTimestamp } from '#components/i18n/format.ts';
import { keyOfPath } from '#core/drafts/draft-content';
import { scalarText, toAnySource, toAnyText, toNumberSource } from '#core/drafts/form-values';
import { removeAtPath, setAtPath } from '#core/json/json-edits';
import { i18n } from '#i18n';
import type { ControlProps } from './form-props';

interface TextControlProps extends ControlProps {
  readonly type: 'text' | 'number' | 'any';
}

const MAX_ROWS = 6;

const sourceConverters = {
  text: (input: string) => JSON.stringify(input),
  number: toNumberSource,
  any: toAnySource,
} as const;

/**
 * Edits a string, a number, or any value.
 * Emptying the control removes a number, except in a list. A string becomes an empty string. Text that is not a number
 * stays as entered, and has a finding.
 */
export function TextControl(props: TextControlProps) {
  const { part, field, path, node, order, id, name, describedBy, isInvalid, type } = props;
  const value = type === 'any' && node ? toAnyText(part.text, node) : scalarText(part.text, node);
  if (isTooLong(value)) return <TooLongHint value={value} />;
  const moreValues = part.moreValuesOf?.(path) ?? [];
  const suggestions = [...new Set([...moreValues, ...(field.suggestedValues ?? []), ...field.examples])];
  const onInput = (input: string) => {
    const isOmitted = input === '' && type === 'number' && order.length > 0;
    part.onEdit(
      (text) => (isOmitted ? removeAtPath(text, path) : setAtPath(text, path, sourceConverters[type](input), order)),
      keyOfPath(path),
    );
  };
  if (type === 'text' && !field.identifier && suggestions.length === 0) {
    return (
      <textarea
        id={id}
        class={isInvalid ? 'json-box wrong' : 'json-box'}
        aria-label={name}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        rows={Math.min(MAX_ROWS, value.split('\n').length)}
        value={value}
        placeholder={node ? '' : defaultText(field.shownDefault ?? '')}
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    );
  }
  return (
    <div class={type === 'number' ? 'short' : undefined}>
      <div class={isInvalid ? 'field-box wrong' : 'field-box'}>
        <input
          id={id}
          aria-label={name}
          aria-describedby={describedBy}
          aria-invalid={isInvalid}
          value={value}
          placeholder={node ? '' : defaultText(field.shownDefault ?? '')}
          inputMode={type === 'number' ? 'decimal' : 'text'}
          list={suggestions.length > 0 ? `${id}-list` : undefined}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => onInput(event.currentTarget.value)}
        />
        {suggestions.length > 0 && (
          <datalist id={`${id}-list`}>
            {suggestions.map((suggestion) => (
              <option key={suggestion} value={suggestion} />
            ))}
          </datalist>
        )}
      </div>
      {field.epoch && <EpochTime value={value} />}
    </div>
  );
}

/** The date and time of an epoch value. */
function EpochTime({ value }: { readonly value: string }) {
  const time = /^\d{1,15}$/.test(value) ? formatTimestamp(Number(value)) : null;
  return time && <small class="muted epoch-time">{time}</small>;
}

/** Browsers take seconds to lay out an input with more characters. */
const MAX_INPUT_CHARACTERS = 100_000;

export function isTooLong(value: string): boolean {
  return value.length > MAX_INPUT_CHARACTERS;
}

/** Replaces a control whose value is too long for it. */
export function TooLongHint({ value }: { readonly value: string }) {
  return <p class="hint">{i18n.t('form.tooLong', { n: formatNumber(value.length) })}</p>;
}
