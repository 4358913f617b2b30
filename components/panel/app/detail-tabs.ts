import type { FunctionComponent } from 'preact';
import type { JudgedRecord } from '#core/stream/judged-record';
import { defineRegistry } from './registries';

/**
 * The names of the tabs of the details.
 * This interface has the tabs that other features open. A feature adds any other tab by `declare module`.
 *
 * @public
 */
export interface DetailTabNames {
  /** The default tab of the details. */
  readonly event: true;
  readonly findings: true;
  readonly journey: true;
  readonly changes: true;
}

export type DetailTab = keyof DetailTabNames;

/** A tab of the details of an event. */
export interface DetailTabEntry {
  readonly id: DetailTab;
  /** In the current language. */
  readonly label: () => string;
  readonly View: FunctionComponent<{ readonly record: JudgedRecord }>;
  /** Number beside the tab's label. Unset for a tab without a number. */
  readonly count?: (record: JudgedRecord) => number;
  /** Whether the scroll position stays when another row is selected, because the content is similar. */
  readonly staysScrolled?: true;
}

/** The tabs in their order. */
export const detailTabs = defineRegistry<DetailTabEntry>();

/** Lines of features between the header of the details and its tabs. Each decides whether to render. */
export const detailNotes = defineRegistry<FunctionComponent<{ readonly record: JudgedRecord }>>();
