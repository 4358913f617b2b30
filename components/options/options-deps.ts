import type { PopupDeps } from '#components/popup/model/popup-deps.ts';
import type { EnvironmentCheck } from '#core/identity/checked-part';
import type { Environment } from '#core/identity/environment';
import type { LanguageChoice } from '#i18n/language';
import type { PreferencesDeps } from './preferences-model';

/** What the options page needs of the browser. */
export interface OptionsDeps extends Pick<PopupDeps, 'ask' | 'requestPermission' | 'setTimer'>, PreferencesDeps {
  /** Tries every part of an environment, without logging in. */
  readonly checkEnvironment: (environment: Environment) => Promise<readonly EnvironmentCheck[]>;
  /** Lets everything else happen, then settles. */
  readonly rest: () => Promise<void>;
  readonly loadLanguage: () => Promise<LanguageChoice>;
  /** Stores the choice and notifies all pages. Rejects if the storage is full. */
  readonly saveLanguage: (choice: LanguageChoice) => Promise<void>;
  /** Tells each choice that is stored, by another tab too. */
  readonly listenLanguageChoice: (listener: (choice: LanguageChoice) => void) => void;
  readonly openWelcome: () => void;
  /** Gives the user a file. */
  readonly download: (name: string, text: string) => void;
}
