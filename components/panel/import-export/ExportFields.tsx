import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { formatBytes } from '#components/i18n/format.ts';
import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';
import { i18n } from '#i18n';
import { panelExportFormats } from './export-formats';
import { type ExportPreview, type ExportScope, type ExportSource, exportScopes } from './export-writing';

export function Progress({ progress, count }: { readonly progress: number; readonly count: number }) {
  const writtenCount = Math.round(progress * count);
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
        {i18n.t('export.progress', count, { done: formatNumber(writtenCount), n: formatNumber(count) })}
      </span>
    </div>
  );
}

/** The formats, each with its use. */
export function FormatField({ format }: { readonly format: Signal<ExportFormatDefinition> }) {
  const { parts } = useStore(panelExportFormats);
  return (
    <fieldset class="export-formats">
      <legend>{i18n.t('export.format')}</legend>
      {parts.map(({ format: exportFormat, name, hint }) => (
        <label key={exportFormat.id} class="check">
          <input
            type="radio"
            name="export-format"
            checked={exportFormat === format.value}
            onChange={() => {
              format.value = exportFormat;
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

/** Selects whether secrets and personal data are redacted. If not, a warning says what the file may contain. */
export function RedactionField({ isRedacted }: { readonly isRedacted: Signal<boolean> }) {
  const hintId = useId();
  return (
    <section class="export-redaction">
      <CheckBox
        checked={isRedacted.value}
        describedBy={hintId}
        onChange={(checked) => {
          isRedacted.value = checked;
        }}
      >
        {i18n.t('export.redact')}
      </CheckBox>
      <p id={hintId} role="status">
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

/** Selects the exported events. Each option shows its number of events. */
export function ScopeField({ source, scope }: ScopeFieldProps) {
  return (
    <fieldset class="export-scope">
      <legend>{i18n.t('export.what')}</legend>
      {exportScopes.map((option) => (
        <label key={option} class="check">
          <input
            type="radio"
            name="export-scope"
            checked={option === scope.value}
            disabled={source.records[option].length === 0}
            onChange={() => {
              scope.value = option;
            }}
          />
          {scopeLabel(option)} <b>{formatNumber(source.records[option].length)}</b>
        </label>
      ))}
    </fieldset>
  );
}

function scopeLabel(scope: ExportScope): string {
  const labels = {
    all: i18n.t('export.all'),
    shown: i18n.t('export.shown'),
    selected: i18n.t('export.selected'),
  };
  return labels[scope];
}

/** A scroll container needs a tab stop. */
const scrollable = { tabIndex: 0 } as const;

export function Preview({ preview }: { readonly preview: ExportPreview }) {
  return (
    <section class="export-preview" aria-label={i18n.t('export.preview')}>
      <p class="export-about">
        <b>{i18n.t('export.preview')}</b>
        <span class="muted">{sizeText(preview)}</span>
      </p>
      <pre class="mono" {...scrollable}>
        {preview.lines.join('\n')}
      </pre>
    </section>
  );
}

function sizeText({ bytes, storedCount }: ExportPreview): string {
  const size = formatBytes(bytes);
  if (storedCount === 0) return i18n.t('export.size', { size });
  return i18n.t('export.sizeBesideStored', storedCount, { size, n: formatNumber(storedCount) });
}

interface NameFieldProps {
  readonly name: string;
  readonly onInput: (name: string) => void;
}

export function NameField({ name, onInput }: NameFieldProps) {
  return (
    <label class="export-name">
      {i18n.t('export.fileName')}
      <span class="field-box">
        <input
          value={name}
          spellcheck={false}
          autocomplete="off"
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      </span>
    </label>
  );
}
