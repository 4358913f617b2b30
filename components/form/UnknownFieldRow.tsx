import { useId } from 'preact/hooks';
import { messageText } from '#components/i18n/message-text.ts';
import { Button, ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { keyOfPath } from '#core/drafts/draft-content';
import { blockText, findingsBelow, startsLikeJson } from '#core/drafts/form-values';
import { formatPath, type JsonPath } from '#core/json/json';
import { removeAtPath, setAtPath } from '#core/json/json-edits';
import type { JsonNode } from '#core/json/json-nodes';
import { faultMessage, readJson } from '#core/json/json-reader';
import { i18n } from '#i18n';
import { FieldMessages } from './FieldMessages';
import type { ControlProps, FormPart } from './form-props';
import { isTooLong, TooLongHint } from './TextControl';

interface UnknownFieldRowProps {
  readonly part: FormPart;
  readonly path: JsonPath;
  readonly node: JsonNode | null;
}

/** A field that the definition does not list: any value, shown as JSON. */
export function UnknownFieldRow({ part, path, node }: UnknownFieldRowProps) {
  const id = useId();
  const name = formatPath(path);
  return (
    <div class="field" data-path={name}>
      <div class="field-name">
        <label for={id}>
          <code>{String(path.at(-1))}</code>
        </label>
        <small>{i18n.t('form.notListed')}</small>
      </div>
      <div class="field-body">
        <JsonControl
          {...{ part, path, node, id, name }}
          order={[]}
          describedBy={`${id}-message`}
          isInvalid={part.pending[keyOfPath(path)] !== undefined}
        />
        <FieldMessages
          id={`${id}-message`}
          field={null}
          findings={findingsBelow(part.findings, path)}
          getFix={part.getFix}
        />
      </div>
      <RemoveFieldButton part={part} path={path} />
    </div>
  );
}

/** Removes a field from the draft. */
export function RemoveFieldButton({ part, path }: { readonly part: FormPart; readonly path: JsonPath }) {
  return (
    <ToolButton
      icon="x"
      name={i18n.t('form.unset', { name: formatPath(path) })}
      small
      className="remove-field"
      onClick={() => part.onEdit((text) => removeAtPath(text, path), keyOfPath(path))}
    />
  );
}

const MAX_JSON_ROWS = 8;

/** The control accepts any value, so it needs no field. */
interface JsonControlProps extends Omit<ControlProps, 'field'> {
  /** Whether a string is expected. */
  readonly isText?: boolean;
}

/**
 * A small JSON editor for free-form objects and for values that no other control can show.
 * Invalid JSON stays in the editor. An expected string needs no quotes.
 */
export function JsonControl(props: JsonControlProps) {
  const { part, path, node, order, id, name, describedBy, isInvalid, isText = false } = props;
  const key = keyOfPath(path);
  const pendingInput = part.pending[key];
  const value = pendingInput ?? (node ? blockText(part.text, node) : '');
  if (isTooLong(value)) return <TooLongHint value={value} />;
  const parsed = pendingInput === undefined ? null : readJson(pendingInput);
  const onInput = (input: string) => {
    if (input.trim() === '') part.onEdit((text) => removeAtPath(text, path), key);
    else if (isText && !startsLikeJson(input))
      part.onEdit((text) => setAtPath(text, path, JSON.stringify(input), order), key);
    else if (readJson(input).ok) part.onEdit((text) => setAtPath(text, path, input.trim(), order), key);
    else part.onPending(key, input);
  };
  return (
    <>
      <textarea
        id={id}
        class={isInvalid ? 'json-box wrong' : 'json-box'}
        aria-label={i18n.t('form.asJson', { name })}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        rows={Math.min(MAX_JSON_ROWS, value.split('\n').length)}
        spellcheck={false}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {parsed && !parsed.ok && (
        <p class="field-message error" role="status">
          <Icon name="invalid" size={13} />
          <span>
            {messageText(faultMessage(parsed.failure))}{' '}
            <Button appearance="text" onClick={() => part.onPending(key, null)}>
              {i18n.t('form.restoreJson')}
            </Button>
          </span>
        </p>
      )}
    </>
  );
}
