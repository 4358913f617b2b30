import type { FunctionComponent } from 'preact';
import type { JudgedRecord } from '#core/stream/judged-record';
import { defineRegistry } from './registries';

/**
 * The names of the tabs of the details: here those that other parts of the panel open.
 * A tab that only the user opens adds its name by `declare module`.
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
  /** In the language of the moment. */
  readonly label: () => string;
  readonly View: FunctionComponent<{ readonly record: JudgedRecord }>;
  /** Number of items in the tab, if it has a number. */
  readonly count?: (record: JudgedRecord) => number;
  /** The next row keeps the scroll position, as its content is alike. */
  readonly staysScrolled?: true;
}

/** The tabs in their order. */
export const detailTabs = defineRegistry<DetailTabEntry>();

/** Lines of features between the header of the details and its tabs. Each decides whether it is shown. */
export const detailNotes = defineRegistry<FunctionComponent<{ readonly record: JudgedRecord }>>();
