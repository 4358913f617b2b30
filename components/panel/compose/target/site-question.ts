import { signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';

/** A request to confirm that events may be fired at a site with real data. */
export interface SiteQuestion {
  readonly site: string;
  /** Whether the frame has an opaque origin. A confirmation then applies only to its document. */
  readonly isOpaque: boolean;
  /** Empty if the channel is unknown. */
  readonly channel: string;
  readonly endpoint: string;
  readonly onConfirm: () => void;
}

/** The open confirmation for a site other than localhost. Shown in every view. */
export const siteQuestionStore = defineStore(() => signal<SiteQuestion | null>(null));
