import { defineSetting } from '#components/panel/app/settings.ts';
import * as z from '#core/util/zod';

/** Where the details of an event stand: beside the list, below it, or where there is more room for them. */
const detailSides = ['auto', 'right', 'below'] as const;
export type DetailSide = (typeof detailSides)[number];

export interface DetailSettings {
  readonly side: DetailSide;
  /** Share of the width that the details take beside the list, in percent. */
  readonly right: number;
  /** Share of the height that they take below it, in percent. */
  readonly below: number;
}

/** In percent: the list and the details keep at least so much. */
export const LEAST_SHARE = 20;
export const MOST_SHARE = 80;

export const usualDetailSettings: DetailSettings = { side: 'auto', right: 37, below: 55 };

const shareSchema = z.number().check(z.minimum(LEAST_SHARE), z.maximum(MOST_SHARE));

const detailSettingsSchema = z.object({
  side: z.catch(z.enum(detailSides), usualDetailSettings.side),
  right: z.catch(shareSchema, usualDetailSettings.right),
  below: z.catch(shareSchema, usualDetailSettings.below),
});

export const detailSetting = defineSetting(
  'detail',
  (stored): DetailSettings => detailSettingsSchema.safeParse(stored).data ?? usualDetailSettings,
);

/** Where the details really stand: beside each other both parts need room. */
export function placeOfDetail(side: DetailSide, room: 'wide' | 'medium' | 'narrow'): 'right' | 'below' {
  if (room === 'narrow') return 'below';
  if (side === 'auto') return room === 'wide' ? 'right' : 'below';
  return side;
}
