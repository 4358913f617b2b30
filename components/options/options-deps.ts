import type { PopupWorld } from '#components/popup/model/popup-deps.ts';

/** What the options page needs of the browser. */
export interface OptionsWorld extends Pick<PopupWorld, 'ask' | 'requestPermission' | 'later'> {
  /** Lets everything else happen, then settles. */
  readonly rest: () => Promise<void>;
  /** Gives the person a file. */
  readonly download: (name: string, text: string) => void;
}
