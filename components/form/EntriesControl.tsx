import { Button, ToolButton } from '#components/kit/Button.tsx';
import { keyOfPath } from '#core/drafts/draft-content';
import { findingsAt, toAnySource, toAnyText, toNumberSource } from '#core/drafts/form-values';
import { removeEntry, setEntry } from '#core/json/json-edits';
import type { JsonEntry } from '#core/json/json-nodes';
import { i18n } from '#i18n';
import { FieldMessages } from './FieldMessages';
import type { ControlProps } from './form-props';
import { useFirstItems } from './ListControl';
import { isTooLong, TooLongHint } from './TextControl';

interface EntriesControlProps extends ControlProps {
  /** Whether the object must have exactly one entry. */
  readonly isSinglePair: boolean;
}

/**
 * Edits names with values: a single pair, or a map.
 * Entries are addressed by index, because a name may occur twice.
 */
export function EntriesControl({ part, field, path, node, name, isSinglePair }: EntriesControlProps) {
  const entries = node?.type === 'object' ? node.entries : [];
  const { items, more } = useFirstItems(entries);
  const isNumeric = typeof field.additionalProperties === 'object' && field.additionalProperties.type !== 'any';
  const toJsonSource = isNumeric ? toNumberSource : toAnySource;
  const editKey = keyOfPath(path);
  const writeEntry = (index: number, key: string, source: string) =>
    part.onEdit((text) => setEntry(text, path, index, key, source), `${editKey} ${index}`);
  return (
    <div class="entries">
      {items.map((entry, index) => (
        <div key={String(index)}>
          <div class="pair">
            <EntryBox
              name={i18n.t('form.entryName', { name, n: index + 1 })}
              value={entry.key}
              onInput={(key) => writeEntry(index, key, part.text.slice(entry.value.from, entry.value.to))}
            />
            <EntryBox
              name={i18n.t('form.entryValue', { name, n: index + 1 })}
              value={toAnyText(part.text, entry.value)}
              onInput={(input) => writeEntry(index, entry.key, toJsonSource(input))}
            />
            {!(isSinglePair && entries.length === 1) && (
              <ToolButton
                icon="trash"
                name={i18n.t('form.removeFrom', { key: entry.key, name })}
                small
                onClick={() => part.onEdit((text) => removeEntry(text, path, index), editKey)}
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
      {more}
      {!more && (!isSinglePair || entries.length === 0) && (
        <Button
          appearance="text"
          icon="plus"
          onClick={() => writeEntry(entries.length, unusedName(entries), isNumeric ? '0' : '""')}
          title={i18n.t('form.addTo', { name })}
        >
          {i18n.t(isSinglePair ? 'form.confirmPair' : 'form.addEntry')}
        </Button>
      )}
    </div>
  );
}

/** Returns a name that no entry has, because adding two entries must not overwrite the first. */
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
  if (isTooLong(value)) return <TooLongHint value={value} />;
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
