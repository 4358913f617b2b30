import { countText } from '#components/i18n/count-text.ts';
import { i18n } from '#i18n';

/** What is said about files that are read. */
export const importWords = {
  opened: (name: string, events: number) => i18n.t('import.opened', events, { name, n: countText(events) }),
  stopped: (name: string) => i18n.t('import.stopped', { name }),
  showBefore: (events: number) => i18n.t('import.showBefore', events, { n: countText(events) }),
};
