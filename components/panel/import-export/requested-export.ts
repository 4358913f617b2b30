import { signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';

/** Of the selected events, or of what one most likely wants, or null if no export is open. */
export type RequestedExport = 'default' | 'selected' | null;

export const requestedExportStore = defineStore(() => signal<RequestedExport>(null));
