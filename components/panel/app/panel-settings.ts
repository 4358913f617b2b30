import {
  type DetailSettings,
  detailSettingsSchema,
  usualDetailSettings,
} from '#components/panel/details/details-settings.ts';
import {
  type ListSettings,
  listSettingsSchema,
  usualListSettings,
} from '#components/panel/event-list/columns/list-settings.ts';
import { z } from '#core/util/zod';
import { type KeepFor, keepForChoices } from '#extension/panel/persistence/retention';

/** Under which they are remembered. */
export const SETTINGS_KEY = 'panelSettings';

/** What a person chose for the panel; remembered. */
export interface PanelSettings {
  /** Whether the list goes on over page loads. */
  readonly preserveLog: boolean;
  /** How long the events of a closed panel are kept. */
  readonly keepFor: KeepFor;
  readonly list: ListSettings;
  readonly detail: DetailSettings;
  /** Whether the strip over the list is shown. */
  readonly timeline: boolean;
  /** Whether an event that is fired by hand says so, in `context.cdata`. */
  readonly marksFired: boolean;
  /** Sites beyond this machine at which one said that events may be fired. */
  readonly realSites: readonly string[];
}

export const usualSettings: PanelSettings = {
  preserveLog: true,
  keepFor: 'browser',
  list: usualListSettings,
  detail: usualDetailSettings,
  timeline: true,
  marksFired: true,
  realSites: [],
};

const settingsSchema = z.object({
  preserveLog: z.boolean().catch(usualSettings.preserveLog),
  keepFor: z.enum(keepForChoices).catch(usualSettings.keepFor),
  list: listSettingsSchema.catch(usualListSettings),
  detail: detailSettingsSchema.catch(usualDetailSettings),
  timeline: z.boolean().catch(usualSettings.timeline),
  marksFired: z.boolean().catch(usualSettings.marksFired),
  realSites: z.array(z.string()).catch([]),
});

/** The settings as they were stored; what is missing or unknown is as usual. */
export function readSettings(stored: unknown): PanelSettings {
  const parsed = settingsSchema.safeParse(stored ?? {});
  return parsed.success ? parsed.data : usualSettings;
}
