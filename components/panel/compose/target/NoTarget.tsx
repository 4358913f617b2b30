import { Button } from '#components/kit/Button.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { notFiringReason } from '#components/panel/app/tab-state.ts';
import { ReloadPage, useIsWatchedLate } from '#components/panel/event-list/ReloadPage.tsx';
import { i18n } from '#i18n';

/** Shows why nothing can be fired, and what to do. Replaces the Fire button. */
export function NoTarget() {
  const { commands, tab, watching } = useApp();
  const isLate = useIsWatchedLate();
  const { state, host } = watching.value;
  const readOnly = notFiringReason(tab.value);
  if (readOnly !== null) {
    return (
      <StatusLabel icon="lock" tone="inherit">
        {readOnly}
      </StatusLabel>
    );
  }
  if (tab.value.hostType === 'collector') {
    return (
      <StatusLabel icon="unknown" tone="inherit">
        {i18n.t('panel.collector.noPage')}
      </StatusLabel>
    );
  }
  if (state === 'not-watched') {
    return (
      <>
        <StatusLabel icon="eye" tone="inherit">
          {i18n.t('compose.notWatched')}
        </StatusLabel>
        <span class="grow" />
        <Button appearance="primary" onClick={commands.watch}>
          {i18n.t('empty.watch', { host })}
        </Button>
      </>
    );
  }
  if (state === 'unavailable') {
    return (
      <StatusLabel icon="lock" tone="inherit">
        {i18n.t('compose.unavailable')}
      </StatusLabel>
    );
  }
  return (
    <>
      <StatusLabel icon="unknown" tone="inherit">
        {i18n.t('compose.noSdk')}
      </StatusLabel>
      <span class="grow" />
      {isLate && <ReloadPage />}
      <Button onClick={commands.rescan}>{i18n.t('empty.rescan')}</Button>
    </>
  );
}
