import { signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';

/** What the open export dialog starts with, or null if it is closed: all defaults, the selected events, or a format. */
export type RequestedExport = 'default' | 'selected' | { readonly format: ExportFormatDefinition } | null;

export const requestedExportStore = defineStore(() => signal<RequestedExport>(null));
