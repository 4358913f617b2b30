import { useEffect } from 'preact/hooks';
import { formatCount } from '#components/i18n/count-text.ts';
import { Button, ToolButton } from '#components/kit/Button.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { earlierStore, formatEarlierName } from './earlier-capture-list';

interface EarlierSessionsProps {
  /** One was chosen, and is shown behind the settings. */
  readonly onClose: () => void;
}

/** What is kept of other tabs and other days: to be looked at beside the live session, or deleted. */
export function EarlierCapturesMenu({ onClose }: EarlierSessionsProps) {
  const earlier = useStore(earlierStore);
  useEffect(() => void earlier.look(), [earlier]);
  const all = earlier.list.value;
  if (all === null) return null;
  return (
    <section class="setting earlier" aria-label={i18n.t('earlier.title')}>
      {i18n.t('earlier.title')}
      {all.length === 0 && <small class="muted">{i18n.t('earlier.none')}</small>}
      <ul>
        {all.map((session) => {
          const name = formatEarlierName(session);
          return (
            <li key={session.key}>
              <Button appearance="text" title={name} onClick={() => void earlier.open(session).then(onClose)}>
                <span class="clip">{name}</span>
              </Button>
              <span class="muted num">{formatCount(session.events, 'event')}</span>
              <ToolButton
                icon="trash"
                small
                name={i18n.t('earlier.delete', { name })}
                onClick={() => void earlier.remove([session])}
              />
            </li>
          );
        })}
      </ul>
      {all.length > 1 && (
        <Button icon="trash" onClick={() => void earlier.remove(all)}>
          {i18n.t('earlier.deleteAll')}
        </Button>
      )}
    </section>
  );
}
