import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { formatBytes } from '#components/i18n/format.ts';
import { Button } from '#components/kit/Button.tsx';
import { Dialog } from '#components/kit/Dialog.tsx';
import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { openedCapturesStore } from '#components/panel/captures/capture-list.ts';
import { useEventList, useListSection } from '#components/panel/event-list/event-list.ts';
import { listedSessions } from '#components/panel/user-sessions/listed-sessions.ts';
import { exportFormats } from '#core/formats/formats';
import { collectEvents } from '#core/formats/selected-events';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';
import type { Writing } from '#core/formats/write/writing';
import type { Scheduler } from '#core/util/scheduler';
import { createTimeSliceDeps } from '#core/util/time-slices';
import { i18n } from '#i18n';
import { panelExportFormats } from './export-formats';
import {
  createExportWriting,
  type ExportScope,
  type ExportSource,
  exportName,
  exportScopes,
  exportSource,
  type Sample,
  sampleOf,
} from './export-writing';
import { requestedExportStore } from './requested-export';
import './export-dialog.css';

/** Exports the shown capture, or a part of it, to a file or the clipboard. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const { commands } = app;
  const list = useEventList();
  const source = useMemo(() => exportSource(list), []);
  const captureName = useStore(openedCapturesStore).inView.value?.name ?? app.watching.value.host;
  const now = useMemo(() => Date.now(), []);
  const requested = useStore(requestedExportStore).peek();
  const scope = useSignal(requested === 'selected' ? requested : source.defaultScope);
  const [first] = useStore(panelExportFormats).parts;
  const format = useSignal<ExportFormatDefinition>(
    typeof requested === 'object' && requested ? requested.format : (first?.format ?? exportFormats[0]),
  );
  const isRedacted = useSignal(true);
  const typedName = useSignal<string | null>(null);
  const proposedName = exportName(captureName, now, format.value);
  const name = typedName.value ?? proposedName;
  const sessions = useListSection(listedSessions);
  const writing = () => {
    void sessions.isReading.value;
    const settings = { scope: scope.value, isRedacted: isRedacted.value, exportedAt: now };
    const { isExcluded } = sessions;
    return { ...createExportWriting(app, source, settings), sessions: { file: captureName, isExcluded } };
  };
  const sample = useComputed(() => sampleOf(format.value, writing()));
  const exportJob = useExport(app.scheduler);
  const count = source.records[scope.value].length;

  /** The relevant events are known only after all events have been read. */
  const whenSessionsRead = async () => {
    if (format.value.isOfManyEvents === true) await sessions.whenRead();
  };
  const save = async () => {
    const { mimeType } = format.value;
    await whenSessionsRead();
    // The browser may store blobs on disk, so that the panel never has the whole file in memory.
    const parts = await exportJob.start(format.value, writing(), (text) => new Blob([text]));
    if (parts === null) return;
    commands.save({ name: name.trim() || proposedName, parts, mimeType, count });
    onClose();
  };
  const copy = async () => {
    await whenSessionsRead();
    const copied = createBoundedText();
    const parts = await exportJob.start(format.value, writing(), copied.add);
    if (parts === null) return;
    const text = copied.text();
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
          disabled={progress !== null || count === 0 || sample.value.bytes > MAX_COPY_BYTES}
        >
          {i18n.t('export.copy')}
        </Button>
      }
    >
      <div class="export">
        <ScopeField source={source} scope={scope} />
        <FormatField format={format} />
        <RedactionField isRedacted={isRedacted} />
        <section class="export-preview" aria-label={i18n.t('export.preview')}>
          <p class="export-about">
            <b>{i18n.t('export.preview')}</b>
            <span class="muted">{sizeText(sample.value)}</span>
          </p>
          <pre class="mono" {...scrollable}>
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
                typedName.value = currentTarget.value;
              }}
            />
          </span>
        </label>
        {progress !== null && <Progress progress={progress} count={count} />}
      </div>
    </Dialog>
  );
}

function sizeText({ bytes, storedCount }: Sample): string {
  const size = formatBytes(bytes);
  if (storedCount === 0) return i18n.t('export.size', { size });
  return i18n.t('export.sizeBesideStored', storedCount, { size, n: formatNumber(storedCount) });
}

/** A scroll container needs a tab stop. */
const scrollable = { tabIndex: 0 } as const;

/** Clipboards and paste targets fail with more. In bytes. */
const MAX_COPY_BYTES = 5_000_000;

/**
 * Collects a string up to `MAX_COPY_BYTES`.
 * The dialog's size estimate lacks values on disk, so the text may be larger.
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

function Progress({ progress, count }: { readonly progress: number; readonly count: number }) {
  const done = Math.round(progress * count);
  return (
    <div
      class="export-progress"
      role="progressbar"
      aria-label={i18n.t('export.writing')}
      aria-valuenow={Math.round(progress * 100)}
    >
      <span class="meter">
        <i style={{ width: `${progress * 100}%` }} />
      </span>
      <span class="muted">
        {i18n.t('export.progress', count, { done: formatNumber(done), n: formatNumber(count) })}
      </span>
    </div>
  );
}

/** The formats, each with its use. */
function FormatField({ format }: { readonly format: Signal<ExportFormatDefinition> }) {
  const { parts } = useStore(panelExportFormats);
  return (
    <fieldset class="export-formats">
      <legend>{i18n.t('export.format')}</legend>
      {parts.map(({ format: one, name, hint }) => (
        <label key={one.id} class="check">
          <input
            type="radio"
            name="export-format"
            checked={one === format.value}
            onChange={() => {
              format.value = one;
            }}
          />
          <span>
            {name()} <small class="muted">{hint()}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Selects whether personal data is redacted. If not, lists the personal data in the file. */
function RedactionField({ isRedacted }: { readonly isRedacted: Signal<boolean> }) {
  const hint = useId();
  return (
    <section class="export-redaction">
      <CheckBox
        checked={isRedacted.value}
        describedBy={hint}
        onChange={(checked) => {
          isRedacted.value = checked;
        }}
      >
        {i18n.t('export.redact')}
      </CheckBox>
      <p id={hint} role="status">
        {isRedacted.value ? (
          <small class="muted">{i18n.t('export.redactHint')}</small>
        ) : (
          <StatusLabel icon="notice" tone="warning">
            {i18n.t('export.unredactedHint')}
          </StatusLabel>
        )}
      </p>
    </section>
  );
}

interface ScopeFieldProps {
  readonly source: ExportSource;
  readonly scope: Signal<ExportScope>;
}

/** Selects all events, the filtered ones or the selected ones, each with its number of events. */
function ScopeField({ source, scope }: ScopeFieldProps) {
  return (
    <fieldset class="export-scope">
      <legend>{i18n.t('export.what')}</legend>
      {exportScopes.map((one) => (
        <label key={one} class="check">
          <input
            type="radio"
            name="export-scope"
            checked={one === scope.value}
            disabled={source.records[one].length === 0}
            onChange={() => {
              scope.value = one;
            }}
          />
          {scopeLabels(one)} <b>{formatNumber(source.records[one].length)}</b>
        </label>
      ))}
    </fieldset>
  );
}

function scopeLabels(scope: ExportScope): string {
  const labels = {
    all: i18n.t('export.all'),
    shown: i18n.t('export.shown'),
    selected: i18n.t('export.selected'),
  };
  return labels[scope];
}

interface ExportJob {
  /** Written part of the file, from 0 to 1; null while no export runs. */
  readonly progress: ReadonlySignal<number | null>;
  /** Resolves with the file in parts, or null if the export was cancelled. */
  start<Part>(
    format: ExportFormatDefinition,
    writing: Writing,
    toPart: (text: string) => Part,
  ): Promise<readonly Part[] | null>;
  stop(): void;
}

/** Writes a file without blocking the panel. Closing the dialog cancels it. */
function useExport(scheduler: Scheduler): ExportJob {
  const progress = useSignal<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);
  return {
    progress,
    stop,
    async start(format, writing, toPart) {
      const controller = new AbortController();
      running.current = controller;
      progress.value = 0;
      const onProgress = (done: number) => {
        progress.value = done;
      };
      const parts = await collectEvents(format.write(writing), {
        ...createTimeSliceDeps(scheduler),
        toPart,
        longValues: writing.longValues,
        signal: controller.signal,
        onProgress,
      });
      progress.value = null;
      return parts;
    },
  };
}
