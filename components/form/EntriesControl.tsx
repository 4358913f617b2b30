import { Button, ToolButton } from '#components/kit/Button.tsx';
import { keyOfPath } from '#core/drafts/draft-content';
import { anySource, anyText, findingsAt, numberSource } from '#core/drafts/form-values';
import { removeEntry, setEntry } from '#core/json/json-edits';
import type { JsonEntry } from '#core/json/json-nodes';
import { i18n } from '#i18n';
import { FieldMessages } from './FieldMessages';
import type { ControlProps } from './form-props';
import { useFirstItems } from './ListControl';
import { isTooLong, TooLong } from './TextControl';

interface EntriesControlProps extends ControlProps {
  /** A single key-value object: one entry, no button for more. */
  readonly isOne: boolean;
}

/**
 * Edits names with values: a single pair, or a map.
 * Entries are addressed by index, because a name may occur twice.
 */
export function EntriesControl({ part, field, path, node, name, isOne }: EntriesControlProps) {
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
              value={anyText(part.text, entry.value)}
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

/** Adding two entries must not overwrite one. */
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
