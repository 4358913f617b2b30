import { defineRegistry } from '#components/panel/app/registries.ts';
import { type ExportFormat, exportFormats } from '#core/formats/formats';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';
import { type SessionFormat, sessionFormats } from '#core/formats/write/write-sessions';
import { i18n } from '#i18n';

/** A format with its texts for the export dialog and the command menu, in the current language. */
export interface PanelExportFormat {
  readonly format: ExportFormatDefinition;
  readonly name: () => string;
  /** Use of the format, in one line. */
  readonly hint: () => string;
}

function toPanelFormat(format: ExportFormatDefinition<ExportFormat | SessionFormat>): PanelExportFormat {
  return {
    format,
    name: () => i18n.t(`export.formats.${format.id}`),
    hint: () => i18n.t(`export.formatHints.${format.id}`),
  };
}

/** The core's formats, followed by those of features, in the order of the dialog. The first one is the default. */
export const panelExportFormats = defineRegistry<PanelExportFormat>([
  ...exportFormats.map(toPanelFormat),
  ...sessionFormats.map(toPanelFormat),
]);
