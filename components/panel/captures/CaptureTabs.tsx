import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { FileProgress, type LoadingFile } from '#components/kit/FileProgress.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useRovingTabs } from '#components/kit/use-roving.ts';
import { useApp } from '#components/panel/app/stores.ts';
import type { Counts } from '#core/stream/counts';
import { i18n } from '#i18n';
import type { OpenedCapture, OpenedCaptures } from './capture-list';
import { EarlierCapturesMenu } from './EarlierCaptures';
import './capture-tabs.css';

interface CaptureTabsProps {
  readonly captures: OpenedCaptures;
  /** Counts of the live capture, also while another capture is shown. */
  readonly live: ReadonlySignal<Counts>;
  readonly loadingFiles: ReadonlySignal<readonly LoadingFile[]>;
}

/** Tabs of the live capture and of each opened capture, and the menu of saved captures. */
export function CaptureTabs({ captures, live, loadingFiles }: CaptureTabsProps) {
  const openedCaptures = captures.all.value;
  const current = captures.current.value;
  // A panel that shows files has no live capture.
  const hasLive = useApp().tab.value.hostType !== 'files';
  const onKeyDown = useRovingTabs<OpenedCapture | null>(
    hasLive ? [null, ...openedCaptures] : openedCaptures,
    current,
    captures.show,
  );
  const tabs = useRef<HTMLDivElement>(null);
  const shouldMoveFocus = useRef(false);
  useLayoutEffect(() => {
    if (shouldMoveFocus.current) tabs.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    shouldMoveFocus.current = false;
  }, [openedCaptures]);
  /** The focused tab or button is removed with the capture. */
  const close = (capture: OpenedCapture) => {
    shouldMoveFocus.current = true;
    captures.close(capture);
  };
  const handleKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Delete' || current === null) return onKeyDown(event);
    event.preventDefault();
    close(current);
  };
  return (
    <nav class="captures" aria-label={i18n.t('captures.title')}>
      <div
        class="capture-tabs"
        role="tablist"
        aria-label={i18n.t('captures.title')}
        ref={tabs}
        onKeyDown={handleKeyDown}
      >
        {hasLive && (
          <CaptureTab selected={current === null} onSelect={() => captures.show(null)}>
            <span>{i18n.t('captures.live')}</span> <b>{formatNumber(live.value.total)}</b>
          </CaptureTab>
        )}
        {openedCaptures.map((capture) => (
          <OpenedTab key={capture.id} capture={capture} selected={capture === current} captures={captures} />
        ))}
      </div>
      {current && <CloseButton name={current.name} onClose={() => close(current)} />}
      {loadingFiles.value.map((file, index) => (
        // Two files may have the same name.
        <FileProgress key={`${index} ${file.name}`} file={file} />
      ))}
      <EarlierCapturesMenu />
    </nav>
  );
}

interface CaptureTabProps {
  readonly selected: boolean;
  readonly onSelect: () => void;
  readonly title?: string;
  readonly children: ComponentChildren;
}

function CaptureTab({ selected, onSelect, title, children }: CaptureTabProps) {
  return (
    <button
      type="button"
      class="capture-tab"
      role="tab"
      aria-selected={selected}
      tabIndex={selected ? 0 : -1}
      title={title}
      onClick={onSelect}
    >
      {children}
    </button>
  );
}

interface OpenedTabProps {
  readonly capture: OpenedCapture;
  readonly selected: boolean;
  readonly captures: OpenedCaptures;
}

/** The Delete key closes the capture, because a tab cannot contain a button. */
function OpenedTab({ capture, selected, captures }: OpenedTabProps) {
  const { name, list, origin } = capture;
  const hint = i18n.t(origin === 'file' ? 'captures.hint' : 'captures.savedHint', { name });
  return (
    <CaptureTab selected={selected} title={hint} onSelect={() => captures.show(capture)}>
      <Icon name={origin === 'file' ? 'import' : 'waiting'} size={13} />
      <span class="truncate">{name}</span> <b>{formatNumber(list.records.counts.value.total)}</b>
    </CaptureTab>
  );
}

function CloseButton({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const close = i18n.t('captures.close', { name });
  return (
    <button type="button" class="mini-button" aria-label={close} title={close} onClick={onClose}>
      <Icon name="x" size={13} />
    </button>
  );
}
