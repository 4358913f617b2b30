import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { SessionSummary } from '#core/identity/session';
import type { TokenView } from '#extension/protocol/identity-protocol';
import type { PopupForm } from '#extension/protocol/popup-form';
import { i18n } from '#i18n';
import { noBackgroundText } from './background-failure';
import type { PopupDeps } from './popup-deps';
import type { PopupToast } from './popup-toast';

/** The view below the environment. */
type PopupView =
  | { readonly name: 'sessions' }
  | { readonly name: 'login'; readonly userId: string }
  | { readonly name: 'token'; readonly session: SessionSummary; readonly view: TokenView | null }
  | { readonly name: 'environment'; readonly environmentId: string | null };

export const SESSIONS_VIEW: PopupView = { name: 'sessions' };

export interface PopupViews {
  readonly view: ReadonlySignal<PopupView>;
  /** Whether the user has changed the view, so that the new view takes the focus. */
  readonly hasChangedView: Signal<boolean>;
  /** The unsaved form of an earlier popup. */
  readonly restoredForm: ReadonlySignal<PopupForm | null>;
  /** Stores the input, because browsers discard the popup's state when it closes. */
  readonly storeForm: (form: PopupForm) => void;
  readonly show: (view: PopupView) => void;
  /** Shows the claims of a session's token. */
  readonly showToken: (session: SessionSummary) => Promise<void>;
  /** Reads the claims of the shown token again, because a refresh replaces the token. */
  readonly reloadToken: () => Promise<void>;
  /** Continues a log-in that a permission prompt interrupted. */
  readonly continueLogIn: (userId: string) => void;
  /** Shows the form of an earlier popup, except a log-in form of another environment. */
  readonly restoreForm: (form: PopupForm | null, environmentId: string | undefined) => void;
}

export function createPopupViews(
  { ask, forms }: Pick<PopupDeps, 'ask' | 'forms'>,
  toast: PopupToast,
  onShow: () => void,
): PopupViews {
  const view = signal<PopupView>(SESSIONS_VIEW);
  const hasChangedView = signal(false);
  const restoredForm = signal<PopupForm | null>(null);

  function show(next: PopupView): void {
    onShow();
    restoredForm.value = null;
    void forms.write(null).catch(() => undefined);
    hasChangedView.value = true;
    view.value = next;
  }

  return {
    view,
    hasChangedView,
    restoredForm,
    storeForm: (form) => void forms.write(form).catch(() => undefined),
    show,
    async showToken(session) {
      const result = await ask('claims', { sessionId: session.id });
      if (result.ok) return show({ name: 'token', session, view: result.value });
      const isGone = result.failure.reason !== 'no-background';
      toast.showError(isGone ? () => i18n.t('popup.session.notFound') : noBackgroundText);
    },
    async reloadToken() {
      const shown = view.peek();
      if (shown.name !== 'token') return;
      const result = await ask('claims', { sessionId: shown.session.id });
      if (view.peek() !== shown) return;
      if (result.ok) view.value = { ...shown, view: result.value };
      else if (result.failure.reason === 'gone') view.value = SESSIONS_VIEW;
    },
    continueLogIn(userId) {
      view.value = { name: 'login', userId };
    },
    restoreForm(form, environmentId) {
      if (form?.type === 'log-in' && form.environmentId !== environmentId) return;
      restoredForm.value = form;
      if (form?.type === 'log-in') view.value = { name: 'login', userId: form.userId };
      if (form?.type === 'environment') view.value = { name: 'environment', environmentId: form.environmentId };
    },
  };
}
