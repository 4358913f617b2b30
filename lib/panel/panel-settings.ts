import { type KeepFor, keepForChoices } from '../history/keep-for';
import { z } from '../zod';

/** What a person chose for the panel; remembered. */
export interface PanelSettings {
  /** Whether the list goes on over page loads. */
  readonly preserveLog: boolean;
  /** How long the events of a closed panel are kept. */
  readonly keepFor: KeepFor;
}

export const usualSettings: PanelSettings = { preserveLog: true, keepFor: 'browser' };

const settingsSchema = z.object({
  preserveLog: z.boolean().catch(usualSettings.preserveLog),
  keepFor: z.enum(keepForChoices).catch(usualSettings.keepFor),
});

/** The settings as they were stored; what is missing or unknown is as usual. */
export function readSettings(stored: unknown): PanelSettings {
  const parsed = settingsSchema.safeParse(stored ?? {});
  return parsed.success ? parsed.data : usualSettings;
}
