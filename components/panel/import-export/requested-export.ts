import { signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';

/** The requested export of the selected events, or null if no export is open. */
export type RequestedExport = 'default' | 'selected' | { readonly format: ExportFormatDefinition } | null;

export const requestedExportStore = defineStore(() => signal<RequestedExport>(null));
