import { Icon } from '#components/kit/Icon.tsx';
import { Phrase } from '#components/kit/Phrase.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { closedTabLabel, readOnlyReason, type TabState } from '#components/panel/app/tab-state.ts';
import { i18n } from '#i18n';

/** Shows whether the panel watches the site, with a button that starts or stops watching. */
export function WatchControl() {
  const { commands, tab, watching } = useApp();
  if (tab.value.isClosed) {
    return (
      <span class="tool label static" title={closedTabLabel().long}>
        {closedTabLabel().short}
      </span>
    );
  }
  const readOnly = readOnlyReason(tab.value);
  if (readOnly !== null) {
    return (
      <span
        class="tool label static"
        title={tab.value.hostType === 'collector' ? i18n.t('panel.collector.listening') : readOnly}
      >
        <Icon name={tab.value.hostType === 'collector' ? 'eye' : 'lock'} size={13} />
        {readOnlyTitle(tab.value.hostType) ?? watching.value.host}
      </span>
    );
  }
  const { state, host } = watching.value;
  if (state === 'unavailable') return <span class="tool label static">{i18n.t('toolbar.cannotWatch')}</span>;
  if (state === 'not-watched') {
    return (
      <button type="button" class="tool label" title={i18n.t('toolbar.watchHint', { host })} onClick={commands.watch}>
        <Icon name="eye" size={13} />
        <span>{i18n.t('toolbar.watch')}</span>
      </button>
    );
  }
  return (
    <button
      type="button"
      class="tool label"
      aria-label={i18n.t('toolbar.watching', { host })}
      title={i18n.t('toolbar.watchingHint', { host })}
      onClick={commands.stopWatching}
    >
      <WatchedSite host={host} />
    </button>
  );
}

function WatchedSite({ host }: { readonly host: string }) {
  return (
    <>
      <Icon name="eye" size={13} tone="success" />
      <span class="wide">
        <Phrase text={i18n.t('toolbar.watching', { host: '{host}' })} parts={{ host: <b>{host}</b> }} />
      </span>
    </>
  );
}

function readOnlyTitle(hostType: TabState['hostType']): string | null {
  if (hostType === 'files') return i18n.t('panel.files.title');
  return hostType === 'sample' ? i18n.t('panel.sample.title') : null;
}
