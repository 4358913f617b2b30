import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { formatNumber } from '#components/i18n/count-text.ts';
import { FileProgress, type ReadingFile } from '#components/kit/FileProgress.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useRovingTabs } from '#components/kit/use-roving.ts';
import type { Counts } from '#core/stream/counts';
import { i18n } from '#i18n';
import type { FileSession, Sessions } from './capture-list';
import { EarlierCapturesMenu } from './EarlierCaptures';
import './capture-tabs.css';

interface SessionTabsProps {
  readonly sessions: Sessions;
  /** Of the live session, which goes on while another one is shown. */
  readonly live: ReadonlySignal<Counts>;
  readonly reading: ReadonlySignal<readonly ReadingFile[]>;
}

/** The live session, those read from files and earlier ones. */
export function CaptureTabs({ sessions, live, reading }: SessionTabsProps) {
  const files = sessions.files.value;
  const shown = sessions.shown.value;
  const onKeyDown = useRovingTabs([null, ...files], shown, sessions.show);
  const closeByKey = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Delete' || shown === null) return onKeyDown(event);
    event.preventDefault();
    sessions.close(shown);
  };
  return (
    <nav class="sessions" aria-label={i18n.t('sessions.title')}>
      <div class="session-tabs" role="tablist" aria-label={i18n.t('sessions.title')} onKeyDown={closeByKey}>
        <SessionTab selected={shown === null} onChoose={() => sessions.show(null)}>
          <span>{i18n.t('sessions.live')}</span> <b>{formatNumber(live.value.total)}</b>
        </SessionTab>
        {files.map((session) => (
          <FileTab key={session.id} session={session} selected={session === shown} sessions={sessions} />
        ))}
      </div>
      {shown && <CloseButton name={shown.name} onClose={() => sessions.close(shown)} />}
      {reading.value.map((file) => (
        <FileProgress key={file.name} file={file} />
      ))}
      <EarlierCapturesMenu />
    </nav>
  );
}

interface SessionTabProps {
  readonly selected: boolean;
  readonly onChoose: () => void;
  readonly title?: string;
  readonly children: ComponentChildren;
}

function SessionTab({ selected, onChoose, title, children }: SessionTabProps) {
  return (
    <button
      type="button"
      class="session-tab"
      role="tab"
      aria-selected={selected}
      tabIndex={selected ? 0 : -1}
      title={title}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}

interface FileTabProps {
  readonly session: FileSession;
  readonly selected: boolean;
  readonly sessions: Sessions;
}

/** Delete closes it too, as a tab holds no button. */
function FileTab({ session, selected, sessions }: FileTabProps) {
  const { name, list, from } = session;
  const hint = i18n.t(from === 'file' ? 'sessions.hint' : 'sessions.savedHint', { name });
  return (
    <SessionTab selected={selected} title={hint} onChoose={() => sessions.show(session)}>
      <Icon name={from === 'file' ? 'import' : 'waiting'} size={13} />
      <span class="clip">{name}</span> <b>{formatNumber(list.records.counts.value.total)}</b>
    </SessionTab>
  );
}

function CloseButton({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const close = i18n.t('sessions.close', { name });
  return (
    <button type="button" class="empty-it" aria-label={close} title={close} onClick={onClose}>
      <Icon name="x" size={13} />
    </button>
  );
}
