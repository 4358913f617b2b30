import { lazy } from '#components/kit/lazy.tsx';
import type { DetailTabEntry } from '#components/panel/app/detail-tabs.ts';
import { i18n } from '#i18n';

/** The Findings tab. It loads the texts of all findings, which only this tab needs. */
export const findingsTab: DetailTabEntry = {
  id: 'findings',
  label: () => i18n.t('detail.findings'),
  View: lazy(async () => (await import('./FindingsTab')).FindingsTab),
  count: ({ findings }) => findings.length,
};
