import { useSignal } from '@preact/signals';
import { formatCount } from '#components/i18n/count-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { Button, ToolButton } from '#components/kit/Button.tsx';
import { FieldBox } from '#components/kit/forms/FieldBox.tsx';
import { useFilePicker } from '#components/kit/forms/use-file-picker.tsx';
import { useKeptFocus } from '#components/kit/kept-focus.ts';
import { readTextFile } from '#components/panel/app/read-text-file.ts';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { type Sample, searchSamples } from '#core/drafts/sample';
import { MAX_SAMPLES_FILE_BYTES, readSamples } from '#core/drafts/samples-file';
import { i18n } from '#i18n';
import { composeStore } from '../compose-state';
import { composerStore } from '../draft/composer';
import { SaveSample } from './SaveSample';

/** Number of samples from which the list has a search field. */
const MIN_SAMPLES_FOR_SEARCH = 6;

interface SampleListProps {
  readonly onExport: () => void;
}

/** The user's own samples: open, rename, delete with undo, and export and import as a file. */
export function SampleList({ onExport }: SampleListProps) {
  const { toasts } = useApp();
  const { samples } = useStore(composeStore);
  const list = samples.list.value;
  const search = useSignal('');
  const part = useKeptFocus<HTMLElement>();
  const isSearchable = list.length >= MIN_SAMPLES_FOR_SEARCH;
  const importFile = async (selected: File) => {
    const tooLarge = () => i18n.t('samples.fileTooLarge', { name: selected.name });
    const text = await readTextFile(toasts, selected, MAX_SAMPLES_FILE_BYTES, tooLarge);
    if (text === null) return;
    const read = readSamples(text);
    if (!read.ok) return toasts.show({ tone: 'error', text: () => messageText(read.failure) });
    const result = samples.add(read.value);
    if (!result.ok) return toasts.show({ tone: 'error', text: result.failure });
    toasts.show({
      tone: 'success',
      text: () => i18n.t('samples.added', { samples: formatCount(result.value, 'sample') }),
    });
  };
  const { field, open } = useFilePicker({
    label: i18n.t('samples.file'),
    accept: '.json,application/json',
    onPick([selected]) {
      if (selected) void importFile(selected);
    },
  });
  return (
    <section class="samples" aria-label={i18n.t('samples.mine')} ref={part}>
      <h3>
        <span class="grow">{i18n.t('samples.mine')}</span>
        <ToolButton icon="import" name={i18n.t('samples.import')} small onClick={open} />
        {list.length > 0 && <ToolButton icon="export" name={i18n.t('samples.export')} small onClick={onExport} />}
      </h3>
      {field}
      {isSearchable && (
        <FieldBox
          name={i18n.t('samples.search')}
          value={search.value}
          onInput={(input) => {
            search.value = input;
          }}
        />
      )}
      {list.length === 0 && <p class="hint muted">{i18n.t('samples.none')}</p>}
      <ul>
        {searchSamples(list, isSearchable ? search.value : '').map((sample) => (
          <SampleRow key={sample.id} sample={sample} />
        ))}
      </ul>
    </section>
  );
}

function SampleRow({ sample }: { readonly sample: Sample }) {
  const { toasts } = useApp();
  const composer = useStore(composerStore);
  const { samples } = useStore(composeStore);
  const isRenaming = useSignal(false);
  const remove = () => {
    const undo = samples.remove(sample.id);
    toasts.show({
      tone: 'info',
      text: () => i18n.t('samples.deleted', { name: sample.name }),
      action: { label: () => i18n.t('common.undo'), onSelect: undo },
    });
  };
  const stopRenaming = () => {
    isRenaming.value = false;
  };
  return (
    <li>
      <Button
        appearance="text"
        title={[sample.name, ...sample.tags].join(' · ')}
        onClick={() => composer.open(sample.kind, JSON.stringify(sample.draft, null, 2))}
      >
        <span class="truncate">{sample.name}</span>
      </Button>
      <small>{sample.kind}</small>
      <span class="sample-actions">
        <ToolButton
          icon="edit"
          name={i18n.t('samples.renameThis', { name: sample.name })}
          small
          onClick={() => {
            isRenaming.value = true;
          }}
        />
        <ToolButton icon="trash" name={i18n.t('samples.delete', { name: sample.name })} small onClick={remove} />
      </span>
      {isRenaming.value && (
        <SaveSample
          title={i18n.t('samples.renameTitle')}
          action={i18n.t('samples.rename')}
          sample={sample}
          onCancel={stopRenaming}
          onSave={(name, tags) => {
            samples.rename(sample.id, name, tags);
            stopRenaming();
          }}
        />
      )}
    </li>
  );
}
