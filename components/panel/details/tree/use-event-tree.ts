import { useMemo } from 'preact/hooks';
import { panelRules } from '#core/drafts/panel-rules';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { type EventTree, eventTree } from './event-tree';

/** The tree of what was captured of an event, made anew for another record or language: its remarks are texts. */
export function useEventTree(record: JudgedRecord): EventTree {
  const { argumentNames } = panelRules;
  const language = i18n.t('language.tag');
  return useMemo(() => eventTree(record, argumentNames), [record, argumentNames, language]);
}
