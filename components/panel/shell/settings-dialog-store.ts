import { signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';

/** Whether the settings are shown. */
export const settingsDialogStore = defineStore(() => signal(false));
