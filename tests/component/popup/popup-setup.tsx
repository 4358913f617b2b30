import { render, waitFor } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
// Preloads lazy parts, so that the tests don't wait for the compiler.
import '#components/popup/EnvironmentForm.tsx';
import '#components/popup/LoginView.tsx';
import '#components/popup/SessionList.tsx';
import '#components/popup/TokenScreen.tsx';
import '#components/popup/model/login-failure-text.ts';
import type { EventCounts } from '#components/popup/model/popup-deps.ts';
import { createPopupModel, type PopupModel } from '#components/popup/model/popup-model.ts';
import { PopupScreen } from '#components/popup/PopupScreen.tsx';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import type { SessionSummary } from '#core/identity/session';
import { fail, succeed } from '#core/util/result';
import type { Watching } from '#core/util/site';
import type { AccessOutcome, AccessRequest } from '#extension/protocol/access-protocol';
import {
  type CallIdentity,
  type IdentityPayload,
  type IdentityRequestName,
  type IdentityResponse,
  identityService,
} from '#extension/protocol/identity-protocol';
import type { IdentityState } from '#extension/protocol/identity-state';
import type { PopupForm } from '#extension/protocol/popup-form';

/** 48 s after log-in. */
export const NOW = 1_700_000_048_000;
const RECEIVED_AT = 1_700_000_000_000;

export function createSessionSummary(change: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id: 'session-1',
    environmentId: LOCAL_REGISTRY.id,
    userId: 'teacher-04',
    accessExpiresAt: RECEIVED_AT + 300_000,
    refreshExpiresAt: RECEIVED_AT + 1_800_000,
    receivedAt: RECEIVED_AT,
    tokenType: 'Bearer',
    scope: 'email profile',
    sessionState: 'state-1',
    notBeforePolicy: 0,
    lastRefreshFailure: null,
    accessTokenBytes: 1_200,
    ...change,
  };
}

export function stateWith(change: Partial<IdentityState> = {}): IdentityState {
  return {
    environments: [LOCAL_REGISTRY],
    currentEnvironmentId: LOCAL_REGISTRY.id,
    sessions: [],
    activeIn: {},
    lastUserIds: {},
    hasStorageFailed: false,
    unreadableSessions: 0,
    refreshing: [],
    acting: [],
    actingEnded: [],
    ...change,
  };
}

/** The result of a call while the background is stopped or reloaded. */
export const NO_BACKGROUND = fail({ reason: 'no-background', detail: 'unreachable' } as const);

/** The responses of the background to each request. A request without a response fails the test. */
export type Responses = {
  [Name in IdentityRequestName]?: (
    payload: IdentityPayload<Name>,
  ) => IdentityResponse<Name> | Promise<IdentityResponse<Name>> | typeof NO_BACKGROUND;
};

export interface IdentityRequest {
  readonly request: string;
  readonly payload: unknown;
}

/** Creates a caller of a background with the responses of the test. Records every request except `state`. */
export function createIdentityCaller(responses: Responses, identityRequests: IdentityRequest[]): CallIdentity {
  const callIdentity = async (
    request: IdentityRequestName,
    payload: unknown,
    signal?: AbortSignal,
  ): Promise<unknown> => {
    if (request !== 'state') identityRequests.push({ request, payload });
    const respond = responses[request] as ((payload: unknown) => unknown) | undefined;
    if (respond === undefined) throw new Error(`The test has no response to ${request}.`);
    const cancelled = new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve(fail({ reason: 'cancelled' })));
    });
    const response = await Promise.race([respond(payload), cancelled]);
    const isBare = !('failure' in identityService.methods[request]);
    return isBare && response !== NO_BACKGROUND ? succeed(response) : response;
  };
  return callIdentity as CallIdentity;
}

/** The state that an earlier popup stored. */
export interface ReopenedState {
  readonly outcome?: AccessOutcome;
  readonly form?: PopupForm | null;
  /** Delays the result of reading the form. */
  readonly onReadForm?: (model: PopupModel) => Promise<void>;
  /** How many log-ins an update ended. */
  readonly ended?: number;
}

/** Opens the popup as a user sees it, with the responses of the test as the background. */
export async function openPopup(
  responses: Responses,
  watching: Watching = { state: 'watched', host: 'localhost:4173' },
  tabUrl = 'https://learn.example.org/lesson',
  reopenedState: ReopenedState = {},
) {
  const identityRequests: IdentityRequest[] = [];
  const copied: string[] = [];
  const permissions: string[] = [];
  const browserActions: string[] = [];
  let now = NOW;
  let counts: EventCounts | null = { events: 0, invalid: 0 };
  let isGranted = true;
  const accessCalls: (AccessRequest | 'forgotten')[] = [];
  let outcome = reopenedState.outcome ?? null;
  const forms: (PopupForm | null)[] = [reopenedState.form ?? null];

  const model = createPopupModel({
    ask: createIdentityCaller(responses, identityRequests),
    requestPermission: async (patterns) => {
      permissions.push(...patterns);
      return isGranted;
    },
    access: {
      begin: async (request) => void accessCalls.push(request),
      forget: async () => void accessCalls.push('forgotten'),
      async take() {
        const takenOutcome = outcome;
        outcome = null;
        return takenOutcome;
      },
    },
    takeEndedLogIns: async () => reopenedState.ended ?? 0,
    forms: {
      async read() {
        const form = forms.at(-1) ?? null;
        await reopenedState.onReadForm?.(model);
        return form;
      },
      write: async (form) => void forms.push(form),
    },
    copy: async (text) => {
      copied.push(text);
    },
    readTab: async () => ({ id: 7, url: tabUrl }),
    openOptions: () => browserActions.push('options'),
    openWelcome: () => browserActions.push('welcome'),
    readCounts: async (tabId) => (tabId === 7 ? counts : null),
    openPanel: (tabId) => browserActions.push(`panel of tab ${tabId}`),
    now: () => now,
    setTimer: () => () => {},
    site: {
      read: async () => watching,
      watch: async () => {
        browserActions.push('watch');
        return isGranted;
      },
      stop: async () => {
        browserActions.push('stop');
      },
    },
  });
  const screen = render(<PopupScreen model={model} />);
  await model.load();
  if (model.state.peek() !== null)
    await waitFor(() => expect(screen.container.querySelector('.popup-body > section[aria-busy]')).toBeNull());
  return {
    screen,
    user: userEvent.setup(),
    model,
    identityRequests,
    copied,
    permissions,
    accessCalls,
    forms,
    browserActions,
    passSeconds: (seconds: number) => {
      now += seconds * 1000;
      model.tick();
    },
    field: (label: string): HTMLInputElement => {
      const element = screen.getByLabelText(label, { exact: true });
      if (element instanceof HTMLInputElement) return element;
      throw new Error(`${label} is not a field.`);
    },
    setEventCounts: (nextCounts: EventCounts | null) => {
      counts = nextCounts;
    },
    denyPermission: () => {
      isGranted = false;
    },
  };
}

/** Waits until this element has the focus. */
export function waitForFocus(find: () => Element): Promise<void> {
  return waitFor(() => expect(document.activeElement).toBe(find()));
}
