import type { PopupDeps } from '#components/popup/model/popup-deps.ts';

/** What the options page needs of the browser. */
export interface OptionsDeps extends Pick<PopupDeps, 'ask' | 'requestPermission' | 'setTimer'> {
  /** Lets everything else happen, then settles. */
  readonly rest: () => Promise<void>;
  /** Gives the user a file. */
  readonly download: (name: string, text: string) => void;
}
