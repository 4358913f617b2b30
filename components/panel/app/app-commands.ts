import type { ReadonlySignal } from '@preact/signals';
import { formatNumber } from '#components/i18n/count-text.ts';
import type { StackFrame } from '#core/journey/record';
import type { UnwatchedFrames, Watching } from '#core/util/site';
import { i18n } from '#i18n';
import type { HostActions, SavedFile } from '#panel/panel-host';
import { formatFullLocation } from './source-location';
import type { Toasts } from './toasts';

/** Actions of the whole panel, each with a toast about its result. */
export interface AppCommands {
  watch(): void;
  /** Also watches the site of a frame. Call it in a click handler. */
  watchFrame(frame: Pick<UnwatchedFrames, 'url' | 'host'>): void;
  stopWatching(): void;
  reload(): void;
  rescan(): void;
  openWindow(): void;
  /** Opens the popup of the inspected tab, where test entities log in. */
  openPopup(): void;
  /** Copies a string. `what` returns the name of the string for the toast, such as “mid” or “the event as JSON”. */
  copy(text: string, what: () => string): void;
  /** Saves a file. `count` is the number of its events. */
  save(file: SavedFile & { readonly count: number }): void;
  /** Saves JSON as a file. */
  download(name: string, text: string): void;
  /** Opens the reference page at an anchor: a kind, or a rule. `null` if the host has no such page. */
  readonly openReference: ((anchor: string) => void) | null;
  /** Shows a line of the page's code in Sources, or copies its location if DevTools cannot open it. */
  openSource(frame: StackFrame): void;
}

interface AppCommandDeps {
  readonly actions: PanelActions;
  readonly toasts: Toasts;
  readonly watching: ReadonlySignal<Watching>;
}

export function createAppCommands({ actions, toasts, watching }: AppCommandDeps): AppCommands {
  const showAccessDenied = (host: string) =>
    toasts.show({ tone: 'error', text: () => i18n.t('page.accessDenied', { host }) });
  const watch = async () => {
    if (!(await actions.onWatch())) showAccessDenied(watching.peek().host);
  };
  const watchFrame = async ({ url, host }: Pick<UnwatchedFrames, 'url' | 'host'>) => {
    if (!(await actions.onWatch(url))) showAccessDenied(host);
  };
  const stopWatching = async () => {
    const { host } = watching.value;
    await actions.onStopWatching();
    const action = { label: () => i18n.t('toast.watchAgain'), onSelect: () => void watch() };
    toasts.show({ tone: 'info', text: () => i18n.t('toast.stoppedWatching', { host }), action });
  };
  const copy = async (text: string, what: () => string) => {
    if (await actions.onCopy(text))
      toasts.show({ tone: 'success', text: () => i18n.t('toast.copied', { what: what() }) });
    else toasts.show({ tone: 'error', text: () => i18n.t('compose.copyFailed') });
  };
  const openSource = async (frame: StackFrame) => {
    if (await actions.onOpenSource(frame)) return;
    await copy(formatFullLocation(frame), () => i18n.t('callStack.location'));
  };
  return {
    watch: () => void watch(),
    watchFrame: (frame) => void watchFrame(frame),
    stopWatching: () => void stopWatching(),
    reload: () => actions.onReload(),
    rescan: () => actions.onRescan(),
    openWindow: () => actions.onOpenWindow(),
    openPopup: () => actions.onOpenPopup(),
    copy: (text, what) => void copy(text, what),
    save({ count, ...file }) {
      actions.onSave(file);
      toasts.show({
        tone: 'success',
        text: () => i18n.t('export.saved', count, { n: formatNumber(count), name: file.name }),
      });
    },
    download: (name, text) => actions.onSave({ name, parts: [text], mimeType: 'application/json' }),
    openSource: (frame) => void openSource(frame),
    openReference: actions.onOpenReference,
  };
}

/** Actions that reach the browser or the page. */
export interface PanelActions extends HostActions {
  /**
   * Requests access to the inspected site, or that of a frame, and returns whether it was granted.
   * Requires a user gesture.
   */
  readonly onWatch: (frameUrl?: string) => Promise<boolean>;
  /** Revokes the access. */
  readonly onStopWatching: () => Promise<void>;
  /** Rescans all frames for SDKs. */
  readonly onRescan: () => void;
}
