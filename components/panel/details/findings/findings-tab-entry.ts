import { lazy } from '#components/kit/lazy.tsx';
import type { DetailTabEntry } from '#components/panel/app/detail-tabs.ts';
import { i18n } from '#i18n';

/** Loads the sentences of all findings, which nothing shows before. */
export const findingsTab: DetailTabEntry = {
  id: 'findings',
  label: () => i18n.t('detail.findings'),
  View: lazy(async () => (await import('./FindingsTab')).FindingsTab),
  count: ({ findings }) => findings.length,
};
