import { messageText } from '#components/i18n/message-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { keyOfPath } from '#core/drafts/draft-content';
import { beginsAsJson, blockText } from '#core/drafts/form-values';
import { removeAtPath, setAtPath } from '#core/json/json-edits';
import { faultMessage, readJson } from '#core/json/json-reader';
import { i18n } from '#i18n';
import type { ControlProps } from './form-props';
import { isTooLong, TooLong } from './TooLong';

/** Any value may stand there, so the field does not matter. */
interface JsonControlProps extends Omit<ControlProps, 'field'> {
  /** A string is expected there. */
  readonly isText?: boolean;
}

/**
 * A small JSON editor: for free objects, and for what no other control can show.
 * What is no JSON yet is kept. Where a string is expected, words need no quotes.
 */
export function JsonControl(props: JsonControlProps) {
  const { part, path, node, order, id, name, describedBy, isWrong, isText = false } = props;
  const key = keyOfPath(path);
  const unfinished = part.pending[key];
  const value = unfinished ?? (node ? blockText(part.text, node) : '');
  if (isTooLong(value)) return <TooLong value={value} />;
  const fault = unfinished === undefined ? null : readJson(unfinished);
  const onInput = (typed: string) => {
    if (typed.trim() === '') part.onEdit((text) => removeAtPath(text, path), key);
    else if (isText && !beginsAsJson(typed))
      part.onEdit((text) => setAtPath(text, path, JSON.stringify(typed), order), key);
    else if (readJson(typed).ok) part.onEdit((text) => setAtPath(text, path, typed.trim(), order), key);
    else part.onPending(key, typed);
  };
  return (
    <>
      <textarea
        id={id}
        class={isWrong ? 'json-box wrong' : 'json-box'}
        aria-label={i18n.t('form.asJson', { name })}
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        rows={Math.min(8, value.split('\n').length)}
        spellcheck={false}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {fault && !fault.ok && (
        <p class="says bad" role="status">
          <Icon name="invalid" size={13} />
          <span>
            {messageText(faultMessage(fault.failure))}{' '}
            <Button appearance="text" onClick={() => part.onPending(key, null)}>
              {i18n.t('form.restoreJson')}
            </Button>
          </span>
        </p>
      )}
    </>
  );
}
