import type { PopupDeps } from '#components/popup/model/popup-deps.ts';
import type { EnvironmentCheck } from '#core/identity/checked-part';
import type { Environment } from '#core/identity/environment';
import type { LanguageSetting } from '#i18n/language';
import type { PreferencesDeps } from './preferences-model';

/** Browser functions of the options page. */
export interface OptionsDeps extends Pick<PopupDeps, 'ask' | 'requestPermission' | 'setTimer'>, PreferencesDeps {
  /** Tries every part of an environment, without logging in. */
  readonly checkEnvironment: (environment: Environment) => Promise<readonly EnvironmentCheck[]>;
  /** Yields to the event loop. */
  readonly yieldTask: () => Promise<void>;
  readonly loadLanguage: () => Promise<LanguageSetting>;
  /** Stores the setting and notifies all pages. Rejects if the storage is full. */
  readonly saveLanguage: (setting: LanguageSetting) => Promise<void>;
  /** Calls the listener with each setting that any tab stores. */
  readonly onLanguageSetting: (listener: (setting: LanguageSetting) => void) => void;
  readonly openWelcome: () => void;
  /** Downloads a file. */
  readonly download: (name: string, text: string) => void;
}
