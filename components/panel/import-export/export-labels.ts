import { i18n } from '#i18n';
import type { ExportScope } from './export-choice';

export function scopeLabels(scope: ExportScope): string {
  const labels = {
    all: i18n.t('export.all'),
    shown: i18n.t('export.shown'),
    selected: i18n.t('export.selected'),
  };
  return labels[scope];
}
