import type { ExportFormat } from '#core/formats/formats';
import { i18n } from '#i18n';
import type { ExportScope } from './export-choice';

/** A format's name, and in one line what it is good for. */
export function exportFormatLabels(format: ExportFormat): { readonly name: string; readonly hint: string } {
  const labels = {
    session: { name: i18n.t('export.session'), hint: i18n.t('export.sessionHint') },
    ndjson: { name: i18n.t('export.ndjson'), hint: i18n.t('export.ndjsonHint') },
    csv: { name: i18n.t('export.csv'), hint: i18n.t('export.csvHint') },
    har: { name: i18n.t('export.har'), hint: i18n.t('export.harHint') },
    curl: { name: i18n.t('export.curl'), hint: i18n.t('export.curlHint') },
    sdk: { name: i18n.t('export.sdk'), hint: i18n.t('export.sdkHint') },
  };
  return labels[format];
}

export function scopeLabels(scope: ExportScope): string {
  const labels = {
    all: i18n.t('export.all'),
    shown: i18n.t('export.shown'),
    selected: i18n.t('export.selected'),
  };
  return labels[scope];
}
