import { signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';

/** Whether the help on the filter language is open. */
export const filterHelpStore = defineStore(() => signal(false));
