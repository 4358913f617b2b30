import { useEffect } from 'preact/hooks';
import { formatCount } from '#components/i18n/count-text.ts';
import { Button, ToolButton } from '#components/kit/Button.tsx';
import { ConfirmButton } from '#components/kit/ConfirmButton.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useKeptFocus } from '#components/kit/kept-focus.ts';
import { useDropdown } from '#components/kit/use-dropdown.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { earlierStore, formatEarlierName } from './earlier-capture-list';
import './earlier-capture-list.css';

/** The saved captures under an empty list. Renders nothing if there are none. */
export function EarlierCaptures() {
  const earlier = useStore(earlierStore);
  useEffect(() => void earlier.refresh(), [earlier]);
  if (!earlier.list.value?.length) return null;
  return (
    <section class="earlier" aria-label={i18n.t('earlier.title')}>
      <h2>{i18n.t('earlier.title')}</h2>
      <EarlierCaptureList onDone={() => undefined} />
    </section>
  );
}

/** A button beside the tabs of the captures that opens the list of saved captures. */
export function EarlierCapturesMenu() {
  const { isOpen, toggle, close, container } = useDropdown();
  const part = useKeptFocus<HTMLDivElement>();
  return (
    <div class="earlier-menu" {...container} ref={part}>
      <button type="button" class="tool" aria-expanded={isOpen.value} title={i18n.t('earlier.hint')} onClick={toggle}>
        <span>{i18n.t('earlier.title')}</span>
        <Icon name="down" size={13} />
      </button>
      {isOpen.value && (
        <section class="overlay earlier" aria-label={i18n.t('earlier.title')}>
          <EarlierCaptureList onDone={close} />
        </section>
      )}
    </div>
  );
}

interface EarlierCaptureListProps {
  /** Called when a capture was opened, or could not be opened. */
  readonly onDone: () => void;
}

/** The saved captures, to open beside the live capture or to delete. */
function EarlierCaptureList({ onDone }: EarlierCaptureListProps) {
  const earlier = useStore(earlierStore);
  useEffect(() => void earlier.refresh(), [earlier]);
  const all = earlier.list.value;
  if (all === null) return null;
  if (all.length === 0) return <small class="muted">{i18n.t('earlier.none')}</small>;
  return (
    <>
      <ul>
        {all.map((capture) => {
          const name = formatEarlierName(capture);
          return (
            <li key={capture.key}>
              <Button appearance="text" title={name} onClick={() => void earlier.open(capture).then(onDone)}>
                <span class="truncate">{name}</span>
              </Button>
              <span class="muted tabular">{formatCount(capture.events, 'event')}</span>
              <ToolButton
                icon="trash"
                small
                name={i18n.t('earlier.delete', { name })}
                onClick={() => void earlier.remove([capture])}
              />
            </li>
          );
        })}
      </ul>
      {all.length > 1 && (
        <ConfirmButton
          icon="trash"
          label={i18n.t('earlier.deleteAll')}
          title={i18n.t('earlier.confirmDeleteAll.title')}
          warning={i18n.t('earlier.confirmDeleteAll.warning', { captures: formatCount(all.length, 'capture') })}
          onConfirm={() => void earlier.remove(all)}
        />
      )}
    </>
  );
}
