import { Button } from '#components/kit/Button.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { summarizeSession } from '#core/drafts/session-summary';
import { parseJson } from '#core/json/json';
import { setAtPath } from '#core/json/json-edits';
import { i18n } from '#i18n';
import type { Composer, Draft } from './composer';

interface SessionFillProps {
  readonly draft: Draft;
  readonly composer: Composer;
}

/** Fills the fields of a SUMMARY from the events of the page's session. */
export function SessionFill({ draft, composer }: SessionFillProps) {
  const { toasts } = useApp();
  const { records } = useStore(liveListStore);
  if (draft.kind !== 'summary') return null;
  const fill = () => {
    const summary = summarizeSession(records.all());
    if (summary === null) {
      toasts.show({ tone: 'info', text: () => i18n.t('compose.fillNoEvent') });
      return;
    }
    const fillAll = (text: string) =>
      Object.entries(summary).reduce(
        (filled, [name, value]) => setAtPath(filled, ['data', 'edata', name], JSON.stringify(value, null, 2)),
        text,
      );
    composer.edit((text) => (parseJson(text) === undefined ? text : fillAll(text)), 'session');
  };
  return (
    <Button appearance="text" onClick={fill} title={i18n.t('compose.fillFromSessionHint')}>
      {i18n.t('compose.fillFromSession')}
    </Button>
  );
}
