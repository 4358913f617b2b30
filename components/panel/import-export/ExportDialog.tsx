import { useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { Dialog } from '#components/kit/Dialog.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { openedCapturesStore } from '#components/panel/captures/capture-list.ts';
import { useEventList, useListSection } from '#components/panel/event-list/event-list.ts';
import { listedSessions } from '#components/panel/user-sessions/listed-sessions.ts';
import { exportFormats } from '#core/formats/formats';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';
import { i18n } from '#i18n';
import { FormatField, NameField, Preview, Progress, RedactionField, ScopeField } from './ExportFields';
import { panelExportFormats } from './export-formats';
import { createExportSource, createExportWriting, createPreview, formatExportName } from './export-writing';
import { requestedExportStore } from './requested-export';
import { useExportJob } from './use-export-job';
import './export-dialog.css';

/** Exports the shown capture, or a part of it, to a file or the clipboard. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const { commands } = app;
  const list = useEventList();
  const source = useMemo(() => createExportSource(list), []);
  const captureName = useStore(openedCapturesStore).inView.value?.name ?? app.watching.value.host;
  const now = useMemo(() => Date.now(), []);
  const requested = useStore(requestedExportStore).peek();
  const scope = useSignal(requested === 'selected' ? requested : source.defaultScope);
  const [first] = useStore(panelExportFormats).parts;
  const format = useSignal<ExportFormatDefinition>(
    typeof requested === 'object' && requested ? requested.format : (first?.format ?? exportFormats[0]),
  );
  const isRedacted = useSignal(true);
  const enteredName = useSignal<string | null>(null);
  const proposedName = formatExportName(captureName, now, format.value);
  const name = enteredName.value ?? proposedName;
  const sessions = useListSection(listedSessions);
  const createWriting = () => {
    // Subscribes, because `isExcluded` has its final results only after all events were read.
    void sessions.isReading.value;
    const settings = { scope: scope.value, isRedacted: isRedacted.value, exportedAt: now };
    const { isExcluded } = sessions;
    return { ...createExportWriting(app, source, settings), sessions: { file: captureName, isExcluded } };
  };
  const preview = useComputed(() => createPreview(format.value, createWriting()));
  const exportJob = useExportJob(app.scheduler);
  const count = source.records[scope.value].length;

  /** Waits for the sessions if the format needs them. */
  const prepareWriting = async () => {
    if (format.value.isOfManyEvents === true) await sessions.whenRead();
    return createWriting();
  };
  const save = async () => {
    const { mimeType } = format.value;
    // The browser may store blobs on disk, so that the panel never has the whole file in memory.
    const parts = await exportJob.start(format.value, prepareWriting, (text) => new Blob([text]));
    if (parts === null) return;
    commands.save({ name: name.trim() || proposedName, parts, mimeType, count });
    onClose();
  };
  const copy = async () => {
    const boundedText = createBoundedText();
    const parts = await exportJob.start(format.value, prepareWriting, boundedText.add);
    if (parts === null) return;
    const text = boundedText.text();
    if (text === null) app.toasts.show({ tone: 'error', text: () => i18n.t('export.tooLongToCopy') });
    else {
      commands.copy(text, () => i18n.t('export.copied', count, { n: formatNumber(count) }));
      onClose();
    }
  };

  const progress = exportJob.progress.value;
  const action = isRedacted.value ? i18n.t('export.download') : i18n.t('export.downloadUnredacted');
  return (
    <Dialog
      title={i18n.t('export.title')}
      appearance="wide"
      action={{ label: action, onSelect: () => void save(), disabled: progress !== null || count === 0 }}
      cancelLabel={progress === null ? i18n.t('export.close') : i18n.t('export.stop')}
      onCancel={progress === null ? onClose : exportJob.stop}
      more={
        <Button
          big
          onClick={() => void copy()}
          disabled={progress !== null || count === 0 || preview.value.bytes > MAX_COPY_BYTES}
        >
          {i18n.t('export.copy')}
        </Button>
      }
    >
      <div class="export">
        <ScopeField source={source} scope={scope} />
        <FormatField format={format} />
        <RedactionField isRedacted={isRedacted} />
        <Preview preview={preview.value} />
        <NameField
          name={name}
          onInput={(input) => {
            enteredName.value = input;
          }}
        />
        {progress !== null && <Progress progress={progress} count={count} />}
      </div>
    </Dialog>
  );
}

/** Clipboards and paste targets fail with larger texts. */
const MAX_COPY_BYTES = 5_000_000;

/**
 * Collects a text. `text` returns `null` if the text is longer than `MAX_COPY_BYTES`.
 * The dialog has checked an estimate, which lacks the values on disk. Counts UTF-16 units, of which a text never has
 * more than bytes.
 */
function createBoundedText() {
  const parts: string[] = [];
  let length = 0;
  return {
    add(part: string): void {
      length += part.length;
      if (length <= MAX_COPY_BYTES) parts.push(part);
    },
    text: () => (length <= MAX_COPY_BYTES ? parts.join('') : null),
  };
}
