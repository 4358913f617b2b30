import { useSignal } from '@preact/signals';
import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { Dialog } from '#components/kit/Dialog.tsx';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { useFilePicker } from '#components/kit/forms/use-file-picker.tsx';
import { useStore, useStores } from '#components/panel/app/stores.ts';
import { panelSchemasStore } from '#components/panel/event-list/judging/panel-schemas-store.ts';
import { SCHEMA_SET_NAME } from '#core/schemas/schema-set-name';
import { i18n } from '#i18n';
import { listPickedFiles, listPickedFolder, type PickedSchemas } from './imported-files';
import { SchemaProblems } from './SchemaProblems';
import {
  EMPTY_STAGING,
  putSchemas,
  type StagedSchemas,
  setFailureText,
  stagedSchemasStore,
  stageSchemas,
} from './staged-schemas';

/** Adds a team's own schemas from files, a folder, a zip file, or a pasted text. */
export function AddSchemas() {
  const staged = useStore(stagedSchemasStore);
  return (
    <>
      <Button
        icon="plus"
        title={i18n.t('schemas.set.addHint')}
        onClick={() => {
          staged.value = EMPTY_STAGING;
        }}
      >
        {i18n.t('schemas.set.add')}
      </Button>
      {staged.value !== null && <AddSchemasDialog staged={staged.value} />}
    </>
  );
}

function AddSchemasDialog({ staged }: { readonly staged: StagedSchemas }) {
  const stores = useStores();
  const store = useStore(stagedSchemasStore);
  const { list } = useStore(panelSchemasStore);
  const problemText = useSignal<string | undefined>(undefined);
  const { name, source, version, problems } = staged;
  const isExisting = list.value.some((set) => set.name === name);
  const isValidName = SCHEMA_SET_NAME.test(name);
  const update = (change: Partial<StagedSchemas>) => {
    problemText.value = undefined;
    store.value = { ...staged, problems: [], ...change };
  };
  const pick = (picked: PickedSchemas) => {
    problemText.value = undefined;
    void stageSchemas(stores, picked);
  };
  const put = async () => {
    if (version === null || !isValidName) return;
    const failure = await putSchemas(stores, name, version);
    if (failure === null) {
      store.value = null;
      return;
    }
    problemText.value = setFailureText(failure);
    if (failure.code === 'not-usable') store.value = { ...staged, problems: failure.problems };
  };
  return (
    <Dialog
      title={i18n.t('schemas.set.title')}
      appearance="wide"
      action={{
        label: isExisting ? i18n.t('schemas.set.replace', { name }) : i18n.t('schemas.set.addNow'),
        disabled: version === null || !isValidName,
        onSelect: () => void put(),
      }}
      onCancel={() => {
        store.value = null;
      }}
    >
      <div class="add-schemas">
        <p class="muted">{i18n.t('schemas.set.intro')}</p>
        <div class="set-actions">
          <PickButton label={i18n.t('schemas.set.pickFiles')} onPick={pick} />
          <PickButton label={i18n.t('schemas.set.pickFolder')} isFolder onPick={pick} />
        </div>
        <PasteField version={version} source={source} onPaste={update} />
        {version !== null && (
          <p role="status">
            {i18n.t('schemas.set.staged', version.files.length, { n: formatNumber(version.files.length) })}
            {source !== null && <code> {source}</code>}
          </p>
        )}
        <TextField
          label={i18n.t('schemas.set.name')}
          value={name}
          isCode
          placeholder="team-schemas"
          error={name === '' || isValidName ? undefined : i18n.t('schemas.set.nameInvalid')}
          onInput={(value) => update({ name: value })}
        />
        {problemText.value !== undefined && (
          <p role="alert" class="error">
            {problemText.value}
          </p>
        )}
        <SchemaProblems problems={problems.length > 0 ? problems : (version?.problems ?? [])} />
      </div>
    </Dialog>
  );
}

interface PasteFieldProps {
  readonly version: StagedSchemas['version'];
  readonly source: string | null;
  readonly onPaste: (change: Partial<StagedSchemas>) => void;
}

const PASTED_PATH = 'pasted.json';

function PasteField({ version, source, onPaste }: PasteFieldProps) {
  const [file] = version?.files ?? [];
  const text = source === null && file?.path === PASTED_PATH ? file.text : '';
  return (
    <TextField
      label={i18n.t('schemas.set.paste')}
      value={text}
      rows={4}
      isCode
      placeholder={'{"properties": {"eid": {"const": "INTERACT"}, …}}'}
      onInput={(pasted) =>
        onPaste(
          pasted.trim() === ''
            ? { version: null, source: null }
            : { version: { files: [{ path: PASTED_PATH, text: pasted }], problems: [] }, source: null },
        )
      }
    />
  );
}

interface PickButtonProps {
  readonly label: string;
  readonly isFolder?: boolean;
  readonly onPick: (picked: PickedSchemas) => void;
}

function PickButton({ label, isFolder = false, onPick }: PickButtonProps) {
  const { field, open } = useFilePicker({
    label,
    isMultiple: true,
    ...(isFolder ? { isFolder } : { accept: '.json,.zip,application/json' }),
    onPick(files) {
      if (files.length > 0) onPick(isFolder ? listPickedFolder(files) : listPickedFiles(files));
    },
  });
  return (
    <>
      <Button onClick={open}>{label}</Button>
      {field}
    </>
  );
}
