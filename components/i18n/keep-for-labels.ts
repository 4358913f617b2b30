import { i18n } from '#i18n';
import type { KeepFor } from '#panel/persistence/retention';

const keepForLabels = {
  none: 'settings.notAtAll',
  browser: 'settings.untilBrowserCloses',
  day: 'settings.forOneDay',
  week: 'settings.forSevenDays',
} as const satisfies Readonly<Record<KeepFor, string>>;

/** Returns the retention options of closed panels' events, for the panel's settings and the options page. */
export function keepForOptions(): readonly (readonly [KeepFor, string])[] {
  return (Object.keys(keepForLabels) as readonly KeepFor[]).map((keepFor) => [keepFor, i18n.t(keepForLabels[keepFor])]);
}
