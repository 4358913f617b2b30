import type { SetTimer } from '#core/util/scheduler';
import type { Watching } from '#core/util/site';
import type { AccessOutcome, AccessRequest } from '#extension/protocol/access-protocol';
import type { CallIdentity } from '#extension/protocol/identity-protocol';
import type { PopupForm } from '#extension/protocol/popup-form';

/** Browser functions of the popup. */
export interface PopupDeps {
  readonly ask: CallIdentity;
  /** Requests access to hosts from the user. Works only in the handler of a click or Enter. */
  readonly requestPermission: (patterns: readonly string[]) => Promise<boolean>;
  readonly access: HostAccess;
  readonly forms: StoredForms;
  /** Returns how many in-memory log-ins an extension update ended, and 0 on later calls. Never rejects. */
  readonly takeEndedLogIns: () => Promise<number>;
  /** Copies a text. Rejects if the browser does not allow this. */
  readonly copy: (text: string) => Promise<void>;
  readonly now: () => number;
  readonly setTimer: SetTimer;
  /** The tab that the popup was opened on. */
  readonly readTab: () => Promise<ActiveTab | null>;
  readonly openOptions: () => void;
  readonly openWelcome: () => void;
  /** Shows the panel of a tab in a separate window. */
  readonly openPanel: (tabId: number) => void;
  /** Returns the counts of a tab, or `null` if the background does not respond. */
  readonly readCounts: (tabId: number) => Promise<EventCounts | null>;
  /** The site of the tab that the popup was opened on. */
  readonly site: SiteWatching;
}

/** Calls to the background around a permission prompt, which may close the popup. None of them rejects. */
export interface HostAccess {
  readonly begin: (request: AccessRequest) => Promise<void>;
  readonly forget: () => Promise<void>;
  readonly take: () => Promise<AccessOutcome | null>;
}

/** Unsaved forms from when the popup was closed. */
interface StoredForms {
  readonly read: () => Promise<PopupForm | null>;
  /** `null` removes the form. */
  readonly write: (form: PopupForm | null) => Promise<void>;
}

export interface EventCounts {
  readonly events: number;
  readonly invalid: number;
}

export interface ActiveTab {
  readonly id: number;
  /** Empty if the browser does not report it. */
  readonly url: string;
}

interface SiteWatching {
  readonly read: () => Promise<Watching>;
  /** Requires a user gesture. Resolves with false if the user denied access. */
  readonly watch: () => Promise<boolean>;
  readonly stop: () => Promise<void>;
}
