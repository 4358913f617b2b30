import type { KeepFor } from '#extension/panel/persistence/retention';

/** How long the events of a closed panel are stored, as the panel's settings and the options name it. */
export const keepForLabels = {
  none: 'settings.notAtAll',
  browser: 'settings.untilBrowserCloses',
  day: 'settings.forOneDay',
  week: 'settings.forSevenDays',
} as const satisfies Readonly<Record<KeepFor, string>>;
