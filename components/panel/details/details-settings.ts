import { defineSetting } from '#components/panel/app/settings.ts';
import * as z from '#core/util/zod';

/** Positions of the details: beside the list, below it, or automatic. */
const detailSides = ['auto', 'right', 'below'] as const;
export type DetailSide = (typeof detailSides)[number];

export interface DetailsSettings {
  readonly side: DetailSide;
  /** Share of the width that the details take beside the list, in percent. */
  readonly right: number;
  /** Share of the height that the details take below the list, in percent. */
  readonly below: number;
}

/** Limits of the share of the details. */
export const MIN_SHARE_PERCENT = 20;
export const MAX_SHARE_PERCENT = 80;

export const defaultDetailsSettings: DetailsSettings = { side: 'auto', right: 37, below: 55 };

const shareSchema = z.number().check(z.minimum(MIN_SHARE_PERCENT), z.maximum(MAX_SHARE_PERCENT));

const detailSettingsSchema = z.object({
  side: z.catch(z.enum(detailSides), defaultDetailsSettings.side),
  right: z.catch(shareSchema, defaultDetailsSettings.right),
  below: z.catch(shareSchema, defaultDetailsSettings.below),
});

export const detailsSetting = defineSetting(
  'detail',
  (stored): DetailsSettings => detailSettingsSchema.safeParse(stored).data ?? defaultDetailsSettings,
);

/** Position of the details: beside the list, below it, or over it. */
export type DetailsPosition = 'right' | 'below' | 'over';

/**
 * Returns the position that fits the room.
 * A low panel has no room below the list. A narrow panel has room only over the list.
 */
export function toDetailsPosition(side: DetailSide, room: 'free' | 'low' | 'tight'): DetailsPosition {
  if (room === 'tight') return 'over';
  return side === 'below' && room === 'free' ? 'below' : 'right';
}
