import { signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';

/** Whether the settings dialog is open. */
export const settingsDialogStore = defineStore(() => signal(false));
