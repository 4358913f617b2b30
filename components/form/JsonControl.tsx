import { messageText } from '#components/i18n/message-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { keyOfPath } from '#core/drafts/draft-content';
import { blockText } from '#core/drafts/form-values';
import { removeAtPath, setAtPath } from '#core/json/json-edits';
import { faultMessage, readJson } from '#core/json/json-reader';
import { i18n } from '#i18n';
import type { ControlProps } from './form-props';
import { isTooLong, TooLong } from './TooLong';

/** Any value may stand there, so the field does not matter. */
type JsonControlProps = Omit<ControlProps, 'field'>;

/**
 * A small JSON editor: for free objects, and for what no other control can show.
 * What is no JSON yet is kept.
 */
export function JsonControl({ part, path, node, order, id, name, describedBy, isWrong }: JsonControlProps) {
  const key = keyOfPath(path);
  const unfinished = part.pending[key];
  const value = unfinished ?? (node ? blockText(part.text, node) : '');
  if (isTooLong(value)) return <TooLong value={value} />;
  const fault = unfinished === undefined ? null : readJson(unfinished);
  const onInput = (typed: string) => {
    if (typed.trim() === '') part.onEdit((text) => removeAtPath(text, path), key);
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
