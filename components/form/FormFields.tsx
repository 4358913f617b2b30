import { useId, useLayoutEffect } from 'preact/hooks';
import { noteText } from '#components/i18n/definition-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { keyOfPath, pendingNames } from '#core/drafts/draft-content';
import { blankSource, type ControlType, canShow, controlOf, findingsOf } from '#core/drafts/form-values';
import { formatPath, type JsonPath } from '#core/json/json';
import { setAtPath } from '#core/json/json-edits';
import { type JsonNode, nodeAt } from '#core/json/json-nodes';
import type { Field } from '#core/telemetry/fields';
import { i18n } from '#i18n';
import { EntriesControl } from './EntriesControl';
import { FieldMessages } from './FieldMessages';
import { formatFieldLine } from './field-labels';
import type { ControlProps, FormPart } from './form-props';
import { ListControl, useFirstItems } from './ListControl';
import { SelectControl } from './SelectControl';
import { TextControl } from './TextControl';
import { JsonControl, RemoveFieldButton, UnknownFieldRow } from './UnknownFieldRow';

interface FormFieldsProps {
  readonly part: FormPart;
  readonly fields: readonly Field[];
  /** The object that contains the fields, or `null` if it is absent. */
  readonly node: JsonNode | null;
  readonly path: JsonPath;
}

/**
 * The fields of an object.
 * Set and required fields are shown, optional ones on request, fields outside the definition last.
 */
export function FormFields({ part, fields, node, path }: FormFieldsProps) {
  const order = fields.map(({ name }) => name);
  const keys = node?.type === 'object' ? node.entries.map(({ key }) => key) : [];
  // A field with pending text is shown even if the text of the draft does not have it.
  const pendingKeys = pendingNames(part.pending, path);
  const unknownKeys = useFirstItems([...new Set([...keys, ...pendingKeys])].filter((key) => !order.includes(key)));
  return (
    <>
      {fields.map((field) => {
        const child = nodeAt(node, [field.name]);
        const isSet = child !== null || pendingKeys.includes(field.name);
        if (!isSet && !field.required && !part.showsOptional) return null;
        const childPath = [...path, field.name];
        return <FieldRow key={field.name} part={part} field={field} path={childPath} node={child} order={order} />;
      })}
      {unknownKeys.items.map((key) => (
        <UnknownFieldRow key={`unknown ${key}`} part={part} path={[...path, key]} node={nodeAt(node, [key])} />
      ))}
      {unknownKeys.more}
    </>
  );
}

interface FieldRowProps {
  readonly part: FormPart;
  readonly field: Field;
  readonly path: JsonPath;
  readonly node: JsonNode | null;
  readonly order: readonly string[];
}

/** A field: its name and type, its control, and its findings or the spec's note. */
function FieldRow({ part, field, path, node, order }: FieldRowProps) {
  const id = useId();
  const name = formatPath(path);
  const control = controlOf(field);
  const isGroup = control === 'group' && node?.type === 'object';
  const findings = findingsOf(part.findings, path, control, node);
  const isInvalid =
    findings.some(({ severity }) => severity === 'error') || part.pending[keyOfPath(path)] !== undefined;
  const messages = (
    <FieldMessages id={`${id}-message`} field={field} findings={findings} isGroup={isGroup} getFix={part.getFix} />
  );
  return (
    <>
      <div class="field" data-path={name}>
        <div
          class="field-name"
          title={i18n.t('form.fieldHint', { name, type: formatFieldLine(field), note: noteText(field.note) })}
        >
          <label for={isGroup ? undefined : id}>
            <code>{field.name === '*' ? String(path.at(-1)) : field.name}</code>
          </label>
          {!isGroup && <small>{formatFieldLine(field)}</small>}
        </div>
        <div class="field-body">
          {isGroup ? (
            messages
          ) : (
            <>
              <Control {...{ part, field, path, node, order, id, name, isInvalid }} describedBy={`${id}-message`} />
              {messages}
            </>
          )}
        </div>
        {node && order.length > 0 && <RemoveFieldButton part={part} path={path} />}
      </div>
      {isGroup && <div class="group">{part.renderFields(field.children, node, path)}</div>}
    </>
  );
}

/**
 * The control for a field's type.
 * A value that the control cannot show, such as one of a wrong type, is shown as JSON.
 */
function Control(props: ControlProps) {
  const { field, node, part, path } = props;
  const type = controlOf(field);
  const isPending = part.pending[keyOfPath(path)] !== undefined;
  useFocusOnReplacement(props.id);
  if (!node && addableTypes.includes(type) && !isPending) return <AbsentControl {...props} type={type} />;
  if (isPending || (node && !canShow(type, node))) {
    return <JsonControl {...props} isText={type === 'text' || type === 'select'} />;
  }
  switch (type) {
    case 'select':
    case 'switch':
      return <SelectControl {...props} />;
    case 'list':
      return <ListControl {...props} control={Control} />;
    case 'pair':
    case 'map':
      return <EntriesControl {...props} isSinglePair={type === 'pair'} />;
    case 'free':
      return <JsonControl {...props} />;
    default:
      return <TextControl {...props} type={type === 'group' ? 'any' : type} />;
  }
}

/** Moves the focus, with the caret at the end, to the element that replaces the focused element with this id. */
function useFocusOnReplacement(id: string): void {
  const previous = document.activeElement;
  const hadFocus = previous?.id === id;
  useLayoutEffect(() => {
    const control = document.getElementById(id);
    if (!hadFocus || control === null || control === previous) return;
    control.focus();
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      control.setSelectionRange(control.value.length, control.value.length);
    }
  });
}

/** Controls in whose place an Add button is shown while the field is absent. */
const addableTypes: readonly ControlType[] = ['list', 'map', 'pair', 'group'];

/** A button that adds an absent list or object. A list is added with its first item. */
function AbsentControl({ part, field, path, order, name, type }: ControlProps & { readonly type: ControlType }) {
  const add = () => {
    const source = type === 'list' && field.item ? `[${blankSource(field.item)}]` : blankSource(field);
    part.onEdit((text) => setAtPath(text, path, source, order), keyOfPath(path));
  };
  return (
    <Button appearance="text" icon="plus" onClick={add} title={i18n.t('form.add', { name })}>
      {type === 'list' ? i18n.t('form.addFirst') : i18n.t('form.add', { name: field.name })}
    </Button>
  );
}
