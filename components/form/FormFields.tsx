import { useId, useLayoutEffect } from 'preact/hooks';
import { noteText } from '#components/i18n/definition-text.ts';
import { Button, ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { keyOfPath, pendingNames } from '#core/drafts/draft-content';
import {
  anySource,
  anyText,
  blankSource,
  type ControlType,
  controlOf,
  findingsAt,
  findingsOf,
  isShownBy,
  numberSource,
} from '#core/drafts/form-values';
import { formatPath, type JsonPath } from '#core/json/json';
import { removeEntry, setAtPath, setEntry } from '#core/json/json-edits';
import { type JsonEntry, type JsonNode, nodeAt } from '#core/json/json-nodes';
import type { Field } from '#core/telemetry/fields';
import { i18n } from '#i18n';
import { FieldMessages } from './FieldMessages';
import { formatFieldLine } from './field-labels';
import type { ControlProps, FormPart } from './form-props';
import { ListControl, useFirstItems } from './ListControl';
import { RadioSegments } from './RadioSegments';
import { isTooLong, TextControl, TooLong } from './TextControl';
import { JsonControl, RemoveFieldButton, UnknownFieldRow } from './UnknownFieldRow';

interface FormFieldsProps {
  readonly part: FormPart;
  readonly fields: readonly Field[];
  /** The object that contains the fields, or null if it is absent. */
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
        <UnknownFieldRow key={`stray ${key}`} part={part} path={[...path, key]} node={nodeAt(node, [key])} />
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
  const found = findingsOf(part.findings, path, control, node);
  const isInvalid = found.some(({ severity }) => severity === 'error') || part.pending[keyOfPath(path)] !== undefined;
  const messages = (
    <FieldMessages id={`${id}-message`} field={field} findings={found} isGroup={isGroup} getFix={part.getFix} />
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
  const isUnfinished = part.pending[keyOfPath(path)] !== undefined;
  useMovedFocus(props.id);
  if (!node && addableTypes.includes(type) && !isUnfinished) return <AbsentControl {...props} type={type} />;
  if (isUnfinished || (node && !isShownBy(type, node))) {
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
      return <EntriesControl {...props} isOne={type === 'pair'} />;
    case 'free':
      return <JsonControl {...props} />;
    default:
      return <TextControl {...props} type={type === 'group' ? 'any' : type} />;
  }
}

/** Moves the focus and the caret to the new element when a new value replaces the focused element. */
function useMovedFocus(id: string): void {
  const before = document.activeElement;
  const hadFocus = before?.id === id;
  useLayoutEffect(() => {
    const now = document.getElementById(id);
    if (!hadFocus || now === null || now === before) return;
    now.focus();
    if (now instanceof HTMLInputElement || now instanceof HTMLTextAreaElement) {
      now.setSelectionRange(now.value.length, now.value.length);
    }
  });
}

/** Controls that are hidden behind an Add button while the field is absent. */
const addableTypes: readonly ControlType[] = ['list', 'map', 'pair', 'group'];

/** A button that adds an absent list or object. A list is added with its first item. */
function AbsentControl({ part, field, path, order, name, type }: ControlProps & { readonly type: ControlType }) {
  const add = () => {
    const first = type === 'list' && field.item ? `[${blankSource(field.item)}]` : blankSource(field);
    part.onEdit((text) => setAtPath(text, path, first, order), keyOfPath(path));
  };
  return (
    <Button appearance="text" icon="plus" onClick={add} title={i18n.t('form.add', { name })}>
      {type === 'list' ? i18n.t('form.addFirst') : i18n.t('form.add', { name: field.name })}
    </Button>
  );
}

/** More values are rendered as a select box. */
const MAX_SEGMENTS = 3;

/**
 * Selects one value of a closed list, or toggles a switch.
 * A value that is not in the list stays listed, with a hint.
 */
function SelectControl({ part, field, path, node, order, id, name, describedBy, isInvalid }: ControlProps) {
  const isSwitch = field.type === 'boolean';
  const allowedValues = isSwitch ? ['true', 'false'] : (field.allowedValues ?? []);
  const value = node?.type === 'scalar' ? String(node.value) : null;
  const select = (selected: string) =>
    part.onEdit(
      (text) => setAtPath(text, path, isSwitch ? selected : JSON.stringify(selected), order),
      keyOfPath(path),
    );
  const isListed = value === null || allowedValues.includes(value);
  if (allowedValues.length <= MAX_SEGMENTS && isListed) {
    return <RadioSegments {...{ id, name, value, describedBy }} values={allowedValues} onSelect={select} />;
  }
  return (
    <span class={isInvalid ? 'select wrong' : 'select'}>
      <select
        id={id}
        aria-label={name}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        value={value ?? ''}
        onChange={(event) => select(event.currentTarget.value)}
      >
        {value === null && <option value="">{i18n.t('form.notSet')}</option>}
        {!isListed && <option value={value}>{i18n.t('form.notInList', { value })}</option>}
        {allowedValues.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <Icon name="down" size={13} />
    </span>
  );
}

interface EntriesControlProps extends ControlProps {
  /** A single key-value object: one entry, no button for more. */
  readonly isOne: boolean;
}

/**
 * Edits names with values: a single pair, or a map.
 * Entries are addressed by index, because a name may occur twice.
 */
function EntriesControl({ part, field, path, node, name, isOne }: EntriesControlProps) {
  const entries = node?.type === 'object' ? node.entries : [];
  const first = useFirstItems(entries);
  const isNumeric = typeof field.additionalProperties === 'object' && field.additionalProperties.type !== 'any';
  const toJsonSource = isNumeric ? numberSource : anySource;
  const step = keyOfPath(path);
  const write = (index: number, key: string, source: string) =>
    part.onEdit((text) => setEntry(text, path, index, key, source), `${step} ${index}`);
  return (
    <div class="entries">
      {first.items.map((entry, index) => (
        <div key={String(index)}>
          <div class="pair">
            <EntryBox
              name={i18n.t('form.entryName', { name, n: index + 1 })}
              value={entry.key}
              onInput={(key) => write(index, key, part.text.slice(entry.value.from, entry.value.to))}
            />
            <EntryBox
              name={i18n.t('form.entryValue', { name, n: index + 1 })}
              value={valueText(part.text, entry)}
              onInput={(typed) => write(index, entry.key, toJsonSource(typed))}
            />
            {!(isOne && entries.length === 1) && (
              <ToolButton
                icon="trash"
                name={i18n.t('form.removeFrom', { key: entry.key, name })}
                small
                onClick={() => part.onEdit((text) => removeEntry(text, path, index), step)}
              />
            )}
          </div>
          {typeof field.additionalProperties === 'object' && (
            <FieldMessages
              id=""
              field={null}
              findings={findingsAt(part.findings, [...path, entry.key])}
              getFix={part.getFix}
            />
          )}
        </div>
      ))}
      {first.more}
      {!first.more && (!isOne || entries.length === 0) && (
        <Button
          appearance="text"
          icon="plus"
          onClick={() => write(entries.length, unusedName(entries), isNumeric ? '0' : '""')}
          title={i18n.t('form.addTo', { name })}
        >
          {i18n.t(isOne ? 'form.confirmPair' : 'form.addEntry')}
        </Button>
      )}
    </div>
  );
}

function valueText(text: string, { value }: JsonEntry): string {
  return anyText(text, value);
}

/** Returns a name that no entry has yet, so that adding two entries never overwrites one. */
function unusedName(entries: readonly JsonEntry[]): string {
  const names = new Set(entries.map(({ key }) => key));
  let number = entries.length + 1;
  while (names.has(`name${number}`)) number += 1;
  return `name${number}`;
}

interface EntryBoxProps {
  readonly name: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

function EntryBox({ name, value, onInput }: EntryBoxProps) {
  if (isTooLong(value)) return <TooLong value={value} />;
  return (
    <div class="field-box">
      <input
        aria-label={name}
        value={value}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}
