import { formatCount, formatNumber } from '#components/i18n/count-text.ts';
import { devtoolsKey } from '#components/i18n/devtools-key.ts';
import { Button, ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import type { Watching } from '#core/util/site';
import { i18n } from '#i18n';
import type { EventCounts } from './model/popup-deps';

interface TabSectionProps {
  readonly watching: Watching;
  /** Counts of this tab, or `null` while unknown. */
  readonly counts: EventCounts | null;
  readonly onOpenPanel: () => void;
  readonly onWatch: () => void;
  readonly onStopWatching: () => void;
}

/** This tab: whether its site is watched, its number of events, and a button that opens the panel. */
export function TabSection({ watching, counts, onOpenPanel, onWatch, onStopWatching }: TabSectionProps) {
  const { host, state } = watching;
  return (
    <section class="tab-section" aria-label={i18n.t('popup.thisTab')}>
      <p class="site-line">
        <Icon name="eye" size={13} tone={state === 'watched' ? 'success' : 'muted'} />
        <span class={state === 'unavailable' ? 'grow truncate muted' : 'grow truncate'}>{stateText(watching)}</span>
        {state === 'watched' && (
          <Button title={i18n.t('popup.stopWatching', { host })} onClick={onStopWatching}>
            {i18n.t('popup.stop')}
          </Button>
        )}
      </p>
      {state === 'watched' && counts !== null && <Counts counts={counts} />}
      {state === 'not-watched' && (
        <>
          <p class="muted">{i18n.t('popup.notWatchedHint')}</p>
          <button type="button" class="button primary wide" onClick={onWatch}>
            {i18n.t('popup.watchThisSite')}
          </button>
        </>
      )}
      {state === 'watched' && (
        <p class="open-hint">
          <span class="grow muted">{i18n.t('popup.openHint', { key: devtoolsKey(navigator.userAgent) })}</span>
          <ToolButton icon="window" name={i18n.t('popup.openPanelWindow')} small onClick={onOpenPanel} />
        </p>
      )}
    </section>
  );
}

function stateText({ host, state }: Watching): string {
  switch (state) {
    case 'watched':
      return i18n.t('popup.watching', { host });
    case 'not-watched':
      return i18n.t('popup.notWatched', { host });
    case 'unavailable':
      return i18n.t('popup.site.unavailable');
  }
}

function Counts({ counts: { events, invalid } }: { readonly counts: EventCounts }) {
  if (events === 0) return <p class="muted">{i18n.t('popup.noEvents')}</p>;
  return (
    <p class="tab-counts">
      <span class="tabular">{formatCount(events, 'event')}</span>
      {invalid > 0 ? (
        <span class="tabular count-error">
          <Icon name="invalid" size={13} tone="error" />
          {i18n.t('popup.invalid', { n: formatNumber(invalid) })}
        </span>
      ) : (
        <span class="muted">
          <Icon name="valid" size={13} tone="success" />
          {i18n.t('popup.noneInvalid')}
        </span>
      )}
    </p>
  );
}
