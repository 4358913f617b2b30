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

/** Tabs of the live capture, the captures from files and the earlier ones. */
export function CaptureTabs({ captures, live, loadingFiles }: CaptureTabsProps) {
  const files = captures.files.value;
  const shown = captures.shown.value;
  // A panel that shows files has no live capture.
  const hasLive = useApp().tab.value.hostType !== 'files';
  const onKeyDown = useRovingTabs<OpenedCapture | null>(hasLive ? [null, ...files] : files, shown, captures.show);
  const tabs = useRef<HTMLDivElement>(null);
  const movesFocus = useRef(false);
  useLayoutEffect(() => {
    if (movesFocus.current) tabs.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    movesFocus.current = false;
  }, [files]);
  /** The focused tab or button is removed with the capture. */
  const close = (capture: OpenedCapture) => {
    movesFocus.current = true;
    captures.close(capture);
  };
  const closeByKey = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Delete' || shown === null) return onKeyDown(event);
    event.preventDefault();
    close(shown);
  };
  return (
    <nav class="captures" aria-label={i18n.t('captures.title')}>
      <div class="capture-tabs" role="tablist" aria-label={i18n.t('captures.title')} ref={tabs} onKeyDown={closeByKey}>
        {hasLive && (
          <CaptureTab selected={shown === null} onSelect={() => captures.show(null)}>
            <span>{i18n.t('captures.live')}</span> <b>{formatNumber(live.value.total)}</b>
          </CaptureTab>
        )}
        {files.map((capture) => (
          <FileTab key={capture.id} capture={capture} selected={capture === shown} captures={captures} />
        ))}
      </div>
      {shown && <CloseButton name={shown.name} onClose={() => close(shown)} />}
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

interface FileTabProps {
  readonly capture: OpenedCapture;
  readonly selected: boolean;
  readonly captures: OpenedCaptures;
}

/** The Delete key also closes it, because a tab cannot contain a button. */
function FileTab({ capture, selected, captures }: FileTabProps) {
  const { name, list, from } = capture;
  const hint = i18n.t(from === 'file' ? 'captures.hint' : 'captures.savedHint', { name });
  return (
    <CaptureTab selected={selected} title={hint} onSelect={() => captures.show(capture)}>
      <Icon name={from === 'file' ? 'import' : 'waiting'} size={13} />
      <span class="truncate">{name}</span> <b>{formatNumber(list.records.counts.value.total)}</b>
    </CaptureTab>
  );
}

function CloseButton({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const close = i18n.t('captures.close', { name });
  return (
    <button type="button" class="empty-it" aria-label={close} title={close} onClick={onClose}>
      <Icon name="x" size={13} />
    </button>
  );
}
