import { signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';

/** “Events fired here reach real data”: where, and what is done when one says yes. */
export interface SiteQuestion {
  readonly site: string;
  /** The frame has an opaque origin: a confirmation holds for its document alone. */
  readonly isOpaque: boolean;
  /** Empty if it is not known. */
  readonly channel: string;
  readonly endpoint: string;
  readonly onYes: () => void;
}

/** Asked before the first event goes to a site beyond this machine. Shown in every view, whatever asks. */
export const siteQuestionStore = defineStore(() => signal<SiteQuestion | null>(null));
