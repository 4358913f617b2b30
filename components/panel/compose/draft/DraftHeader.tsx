import { type Signal, useSignal } from '@preact/signals';
import { formatCount } from '#components/i18n/count-text.ts';
import { summaryText } from '#components/i18n/definition-text.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { worstTone } from '#components/kit/severity-tone.ts';
import type { PanelView } from '#components/panel/app/app-store.ts';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { isJsonObject } from '#core/json/json';
import { readJson } from '#core/json/json-reader';
import { i18n } from '#i18n';
import { CopyAs } from '../CopyAs';
import { composeStore } from '../compose-state';
import { SaveSample } from '../samples/SaveSample';
import { composerStore, type Draft } from './composer';

/** Shows the open kind, the draft's state, and actions on the text. */
export function DraftHeader({ draft }: { readonly draft: Draft }) {
  const { view } = useApp();
  const composer = useStore(composerStore);
  const name = draft.kind.toUpperCase();
  const summary = summaryText(draft.kind);
  return (
    <div class="bar plain draft-head">
      <h2>{name}</h2>
      <span class="muted truncate" title={summary}>
        {summary}
      </span>
      <DraftState draft={draft} />
      <span class="rule" />
      <HistoryButton
        icon="undo"
        name={i18n.t('compose.undo')}
        keys="Ctrl+Z"
        isEnabled={draft.canUndo.value}
        onClick={composer.undo}
      />
      <HistoryButton
        icon="redo"
        name={i18n.t('compose.redo')}
        keys="Ctrl+Y"
        isEnabled={draft.canRedo.value}
        onClick={composer.redo}
      />
      <button
        type="button"
        class="tool label"
        title={i18n.t('negativeTests.openHint', { kind: name })}
        onClick={() => openNegativeTests(view)}
      >
        <Icon name="flask" size={13} />
        <span class="word">{i18n.t('negativeTests.open')}</span>
      </button>
      <button
        type="button"
        class="tool label"
        title={i18n.t('compose.resetToSample')}
        aria-disabled={!draft.isEdited.value}
        onClick={() => draft.isEdited.value && composer.reset()}
      >
        <Icon name="refresh" size={13} />
        <span class="word">{i18n.t('compose.resetToSample')}</span>
      </button>
      <SaveAs draft={draft} />
      <CopyAs draft={draft} />
    </div>
  );
}

/** Saves the draft as a sample of the user. */
function SaveAs({ draft }: { readonly draft: Draft }) {
  const { toasts } = useApp();
  const { samples } = useStore(composeStore);
  const isNaming = useSignal(false);
  const isInvalid = draft.parsed.value.status === 'invalid';
  const close = () => {
    isNaming.value = false;
  };
  const save = (name: string, tags: readonly string[]) => {
    const read = readJson(draft.text.value);
    if (read.ok && isJsonObject(read.value)) {
      const result = samples.save({ name, tags, kind: draft.kind, draft: read.value });
      if (result.ok) toasts.show({ tone: 'success', text: () => i18n.t('samples.saved', { name }) });
      else toasts.show({ tone: 'error', text: result.failure });
    }
    close();
  };
  return (
    <>
      <button
        type="button"
        class="tool label"
        title={i18n.t('samples.saveAs')}
        aria-disabled={isInvalid}
        onClick={() => {
          if (!isInvalid) isNaming.value = true;
        }}
      >
        <Icon name="plus" size={13} />
        <span class="word">{i18n.t('samples.saveAs')}</span>
      </button>
      {isNaming.value && (
        <SaveSample
          title={i18n.t('samples.saveTitle')}
          action={i18n.t('samples.save')}
          onSave={save}
          onCancel={close}
        />
      )}
    </>
  );
}

interface HistoryButtonProps {
  readonly icon: 'undo' | 'redo';
  readonly name: string;
  readonly keys: string;
  readonly isEnabled: boolean;
  readonly onClick: () => void;
}

function HistoryButton({ icon, name, keys, isEnabled, onClick }: HistoryButtonProps) {
  return (
    <button
      type="button"
      class="tool"
      aria-label={name}
      title={i18n.t('compose.withKeys', { name, keys })}
      aria-disabled={!isEnabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

function openNegativeTests(view: Signal<PanelView>) {
  view.value = 'negative-tests';
}

function DraftState({ draft }: { readonly draft: Draft }) {
  const parsed = draft.parsed.value;
  const errors = draft.errorCount.value;
  if (parsed.status === 'invalid') {
    return (
      <StatusLabel icon="invalid" tone="error">
        {i18n.t('compose.invalidJson')}
      </StatusLabel>
    );
  }
  const notices = parsed.findings.length - errors;
  return (
    <>
      {errors > 0 && (
        <StatusLabel icon="invalid" tone="error">
          {formatCount(errors, 'error')}
        </StatusLabel>
      )}
      {notices > 0 && (
        <StatusLabel icon="notice" tone={worstTone(parsed.findings.filter(({ severity }) => severity !== 'error'))}>
          {formatCount(notices, 'notice')}
        </StatusLabel>
      )}
      {errors + notices === 0 && (
        <StatusLabel icon="valid" tone="success" isSubtle>
          {i18n.t('verdict.valid')}
        </StatusLabel>
      )}
    </>
  );
}
