import { useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { formatBytes } from '#components/i18n/format.ts';
import { Button } from '#components/kit/Button.tsx';
import { Dialog } from '#components/kit/Dialog.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { sessionsStore } from '#components/panel/captures/capture-list.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { exportFormats } from '#core/formats/formats';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';
import { i18n } from '#i18n';
import { exportName, exportSource } from './export-choice';
import { panelExportFormats } from './export-formats';
import { createExportWriting, type Sample, sampleOf } from './export-writing';
import { FormatChoice } from './FormatChoice';
import { RedactionChoice } from './RedactionChoice';
import { ScopeChoice } from './ScopeChoice';
import { useExport } from './use-export';
import './export-dialog.css';
import { requestedExportStore } from './requested-export';

/** The shown session, or a part of it, as a file or in the clipboard. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const { commands } = app;
  const list = useEventList();
  const source = useMemo(() => exportSource(list), []);
  const place = useStore(sessionsStore).inView.value?.name ?? app.watching.value.host;
  const now = useMemo(() => Date.now(), []);
  const requested = useStore(requestedExportStore).peek();
  const scope = useSignal(requested === 'selected' ? requested : source.defaultScope);
  const [first] = useStore(panelExportFormats).parts;
  const format = useSignal<ExportFormatDefinition>(
    typeof requested === 'object' && requested ? requested.format : (first?.format ?? exportFormats[0]),
  );
  const isRedacted = useSignal(true);
  const ownName = useSignal<string | null>(null);
  const name = ownName.value ?? exportName(place, now, format.value);
  const writing = () =>
    createExportWriting(app, source, { scope: scope.value, isRedacted: isRedacted.value, exportedAt: now });
  const sample = useComputed(() => sampleOf(format.value, writing()));
  const work = useExport(app.scheduler);
  const count = source.records[scope.value].length;

  const save = async () => {
    const { mimeType } = format.value;
    // The browser may put blobs on disk: the panel never holds the whole file.
    const parts = await work.start(format.value, writing(), (text) => new Blob([text]));
    if (parts === null) return;
    commands.save({ name, parts, mimeType, count });
    onClose();
  };
  const copy = async () => {
    const copied = createBoundedText();
    const parts = await work.start(format.value, writing(), copied.add);
    if (parts === null) return;
    const text = copied.text();
    if (text === null) app.toasts.show({ tone: 'bad', text: () => i18n.t('export.tooLongToCopy') });
    else {
      commands.copy(text, () => i18n.t('export.copied', count, { n: formatNumber(count) }));
      onClose();
    }
  };

  const share = work.share.value;
  const action = isRedacted.value ? i18n.t('export.download') : i18n.t('export.downloadUnredacted');
  return (
    <Dialog
      title={i18n.t('export.title')}
      appearance="wide"
      action={{ label: action, onChoose: () => void save(), disabled: share !== null || count === 0 }}
      safe={share === null ? i18n.t('export.close') : i18n.t('export.stop')}
      onSafe={share === null ? onClose : work.stop}
      more={
        <Button
          big
          onClick={() => void copy()}
          disabled={share !== null || count === 0 || sample.value.bytes > MAX_COPY_BYTES}
        >
          {i18n.t('export.copy')}
        </Button>
      }
    >
      <div class="export">
        <ScopeChoice source={source} scope={scope} />
        <FormatChoice format={format} />
        <RedactionChoice isRedacted={isRedacted} />
        <section class="export-preview" aria-label={i18n.t('export.preview')}>
          <p class="export-about">
            <b>{i18n.t('export.preview')}</b>
            <span class="muted">{sizeText(sample.value)}</span>
          </p>
          <pre class="mono" {...scrolls}>
            {sample.value.lines.join('\n')}
          </pre>
        </section>
        <label class="export-name">
          {i18n.t('export.fileName')}
          <span class="field-box">
            <input
              value={name}
              spellcheck={false}
              autocomplete="off"
              onInput={({ currentTarget }) => {
                ownName.value = currentTarget.value;
              }}
            />
          </span>
        </label>
        {share !== null && <Progress share={share} count={count} />}
      </div>
    </Dialog>
  );
}

function sizeText({ bytes, storedCount }: Sample): string {
  const size = formatBytes(bytes);
  if (storedCount === 0) return i18n.t('export.size', { size });
  return i18n.t('export.sizeBesideStored', storedCount, { size, n: formatNumber(storedCount) });
}

/** What scrolls must be within reach of Tab. */
const scrolls = { tabIndex: 0 } as const;

/** More is for a file: clipboards and what one pastes into choke on it. In bytes. */
const MAX_COPY_BYTES = 5_000_000;

/** Collects a text as long as it can be copied: values on disk are not part of the size that the dialog estimates. */
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

function Progress({ share, count }: { readonly share: number; readonly count: number }) {
  const done = Math.round(share * count);
  return (
    <div
      class="export-progress"
      role="progressbar"
      aria-label={i18n.t('export.writing')}
      aria-valuenow={Math.round(share * 100)}
    >
      <span class="meter">
        <i style={{ width: `${share * 100}%` }} />
      </span>
      <span class="muted">
        {i18n.t('export.progress', count, { done: formatNumber(done), n: formatNumber(count) })}
      </span>
    </div>
  );
}
