import { signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';

/** Whether the filter language is explained. */
export const filterHelpStore = defineStore(() => signal(false));
