import { batch } from '@preact/signals';
import { formatCount, formatNumber } from '#components/i18n/count-text.ts';
import { formatSentence } from '#components/i18n/format.ts';
import { formatJourneyState } from '#components/i18n/journey-labels.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { captureStore } from '#components/panel/app/capture-store.ts';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { notFiringReason } from '#components/panel/app/tab-state.ts';
import type { ToastContent } from '#components/panel/app/toasts.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames, targetKeyOf } from '#components/panel/event-list/frames.ts';
import { findCollectorUrlProblem } from '#core/drafts/collector-url';
import { draftOfRecord, draftOriginOf } from '#core/drafts/draft-of-record';
import type { FixedDraft } from '#core/drafts/fixed-draft';
import { panelRules } from '#core/drafts/panel-rules';
import { isSameSdk, type JourneyState } from '#core/journey/journey-state';
import type { JudgedRecord } from '#core/stream/judged-record';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { i18n } from '#i18n';
import { createFiring, type FiredOutcome, type FireRequest, type FiringState } from '#panel/firing/firing';
import type { OwnCollector } from '#panel/panel-host';
import { sendsNowSetting } from '../compose-settings';
import { composeStore } from '../compose-state';
import { composerStore } from '../draft/composer';
import {
  canSendToken,
  type DeliverySettings,
  parseRequestHeaders,
  toAbsoluteUrl,
  withEndpoint,
  withPostedEndpoint,
} from '../target/delivery-settings';
import { confirmSite, resolvePageTarget, resolveTarget } from '../target/site-confirmation';
import { createFireInPage, createPostObserver } from './fire-in-page';

export const firingStore = defineStore((stores) =>
  createFiring(stores.get(liveListStore).records.current, stores.app.now),
);

/** Why Fire is disabled. */
export type FireBlocker = 'read-only' | 'unreadable' | 'no-url' | 'wrong-url' | 'busy' | 'no-sdk';

/** Returns what blocks firing, such as an invalid draft, no target, or a running fire; null if there is none. */
export function findFireBlocker(stores: Stores): FireBlocker | null {
  if (notFiringReason(stores.app.tab.value) !== null) return 'read-only';
  if (stores.get(composerStore).draft.value.parsed.value.status === 'invalid') return 'unreadable';
  const { delivery, posting } = stores.get(composeStore);
  const { transport, endpoint } = delivery.value;
  if (transport === 'collector') {
    const problem = findCollectorUrlProblem(endpoint);
    if (problem !== null) return problem === 'empty' ? 'no-url' : 'wrong-url';
    return posting.progress.value === null ? null : 'busy';
  }
  if (stores.get(liveListStore).get(listFrames).target.value === null) return 'no-sdk';
  return stores.get(firingStore).isBusy.value ? 'busy' : null;
}

/**
 * Returns the number of errors that need a confirmation.
 * A collector gets the whole event, so the errors of its envelope count as well.
 */
export function countErrorsToConfirm(stores: Stores): number {
  const draftErrors = stores.get(composerStore).draft.value.errorCount.value;
  const { delivery, wirePreview } = stores.get(composeStore);
  if (delivery.value.transport === 'sdk') return draftErrors;
  const eventErrors = wirePreview.value?.verdict.findings.filter(({ severity }) => severity === 'error').length ?? 0;
  return Math.max(draftErrors, eventErrors);
}

/**
 * Fires the open draft, also with errors.
 * Call it in a user gesture, because the browser may have to request a permission.
 */
export function fireDraft(stores: Stores): void {
  const { kind, parsed } = stores.get(composerStore).draft.value;
  const { delivery, times } = stores.get(composeStore);
  const count = times.read();
  if (parsed.value.status !== 'parsed' || count === null) return;
  const { args } = parsed.value;
  const fireRequests = Array.from({ length: count }, () => ({ kind, args }));
  confirmSite(stores, resolveTarget, () => {
    if (delivery.value.transport === 'collector') void postDraft(stores);
    else void fire(stores, fireRequests);
  });
}

/**
 * Fires one event of each of these kinds.
 * By default of all kinds in the spec's order: START first, END last.
 */
export function fireSamples(stores: Stores, kinds: readonly EventKind[] = eventKinds): void {
  const fireRequests = kinds.flatMap((kind) => {
    const read = panelRules.parseDraft(kind, panelRules.sampleDraft(kind));
    return read.ok ? [{ kind, args: read.value }] : [];
  });
  confirmSite(stores, resolvePageTarget, () => void fire(stores, fireRequests));
}

/** Opens an event of the list as a draft. */
export async function openAsDraft(stores: Stores, record: JudgedRecord): Promise<void> {
  const text = draftOfRecord(record, panelRules);
  if (record.kind && text !== null) await openDraft(stores, record, { kind: record.kind, text, fixesEnvelope: false });
}

/** Opens a draft of a captured event, with the frame and the transport of the event. */
export async function openDraft(
  stores: Stores,
  record: JudgedRecord,
  { kind, text, fixesEnvelope }: Pick<FixedDraft, 'kind' | 'text' | 'fixesEnvelope'>,
): Promise<void> {
  const compose = stores.get(composeStore);
  // The list displays this number, not `record.row`.
  const row = listInView(stores).records.numberOf(record.row) ?? record.row;
  await compose.loaded;
  batch(() => {
    selectOriginalTarget(stores, record);
    const origin = draftOriginOf(record);
    stores.get(composerStore).open(kind, text, { ...origin, row, envelope: fixesEnvelope ? null : origin.envelope });
    compose.keepsIds.value = false;
    compose.delivery.value = originalDelivery(compose.delivery.peek(), record, stores.app.actions.ownCollector);
    compose.side.value = 'form';
    compose.takesFocus.value = true;
  });
  stores.app.view.value = 'compose';
}

/**
 * Fires a fixed event through the page's SDK, after the user confirmed the site.
 * Opens Compose instead if errors remain, no SDK is available, another fire is running, or the target is a collector.
 */
export async function resendDraft(stores: Stores, record: JudgedRecord, fixed: FixedDraft): Promise<void> {
  const { transport } = originalDelivery(
    stores.get(composeStore).delivery.peek(),
    record,
    stores.app.actions.ownCollector,
  );
  const canFire =
    stores.get(liveListStore).get(listFrames).target.peek() !== null && !stores.get(firingStore).isBusy.peek();
  if (transport !== 'sdk' || fixed.errors > 0 || !canFire) {
    await openDraft(stores, record, fixed);
    return;
  }
  selectOriginalTarget(stores, record);
  confirmSite(stores, resolvePageTarget, () => void fire(stores, [fixed]));
}

/** Selects the frame and the SDK of an event of the live list, because another frame may send to another site. */
function selectOriginalTarget(stores: Stores, { frame, sdk }: JudgedRecord): void {
  const live = stores.get(liveListStore);
  if (listInView(stores) !== live) return;
  const { targets, select } = live.get(listFrames);
  const allTargets = targets.peek();
  const sameFrame = allTargets.filter(({ frameId }) => frameId === frame.frameId);
  // A reloaded frame has another ID.
  const candidates = sameFrame.length > 0 ? sameFrame : allTargets.filter(({ url }) => url === frame.url);
  const target = candidates.find(({ sdks, sdk: index }) => isSameSdk(sdks[index], sdk)) ?? candidates[0];
  if (target) select(targetKeyOf(target));
}

/** Returns the settings for an event's own transport: the page's SDK, or the collector that it was posted to. */
function originalDelivery(
  delivery: DeliverySettings,
  { call, requests }: JudgedRecord,
  ownCollector: OwnCollector | undefined,
): DeliverySettings {
  // An event that a collector received without a call belongs to no page with an SDK.
  const posted =
    ownCollector !== undefined && call === null
      ? requests.at(-1)
      : requests.findLast(({ transport }) => transport === 'extension');
  if (!posted) return { ...delivery, transport: 'sdk' };
  return withEndpoint({ ...delivery, transport: 'collector' }, toAbsoluteUrl(posted.url, ownCollector));
}

async function fire(stores: Stores, fireRequests: readonly FireRequest[]): Promise<void> {
  const { toasts, view } = stores.app;
  const firing = stores.get(firingStore);
  const target = stores.get(liveListStore).get(listFrames).target.value;
  if (!target || firing.isBusy.value) return;
  await firing.fire(fireRequests, target, createFireInPage(stores));
  if (view.value === 'events') toasts.show(firedToast(firing.state.value));
  const sendsNow = stores.get(sendsNowSetting).peek();
  if (sendsNow && !((await stores.get(captureStore).peek()?.sendBatch(target)) ?? false))
    toasts.show({ tone: 'info', text: () => i18n.t('compose.noSendNow') });
}

const batchTones = { accepted: 'success', failed: 'error', open: 'info' } as const;

function firedToast(state: FiringState): ToastContent {
  if (state.status === 'failed') return { tone: 'error', text: () => messageText(state.message) };
  if (state.status !== 'fired-many') return { tone: 'success', text: () => i18n.t('toast.fired') };
  return { tone: batchTones[batchStatusOf(state)], text: () => formatOutcomes(state) };
}

/** Posts the open draft to the collector, as many times as the user chose. */
async function postDraft(stores: Stores): Promise<void> {
  const { actions, entity, newId } = stores.app;
  const { delivery, posting, times, fireBatch: createFireBatch } = stores.get(composeStore);
  const fireBatch = createFireBatch();
  if (!fireBatch || posting.progress.peek()) return;
  const count = times.read();
  if (count === null) return;
  const { endpoint, headers } = delivery.peek();
  const url = endpoint.trim();
  const sessionId = canSendToken(delivery.peek()) ? (entity.peek()?.sessionId ?? null) : null;
  await actions.requestAccess(url);
  delivery.value = withPostedEndpoint(delivery.peek(), url);
  const next = () => ({
    requestId: newId(),
    kind: fireBatch.kind,
    post: { url, headers: parseRequestHeaders(headers), body: fireBatch.next(), sessionId },
  });
  await posting.post(count, next, actions.postToCollector, createPostObserver(stores));
}

/** The status of a fired event, or of a whole batch: accepted by the collector, failed, or pending. */
type FiredStatus = 'accepted' | 'failed' | 'open';

type FiredMany = Extract<FiringState, { readonly status: 'fired-many' }>;

const failedOutcomes: ReadonlySet<FiredOutcome> = new Set<FiredOutcome>([
  'not-fired',
  'threw',
  'dropped',
  'rejected',
  'failed',
  'lost',
]);

export function toFiredStatus(outcome: JourneyState): FiredStatus {
  if (failedOutcomes.has(outcome)) return 'failed';
  return outcome === 'accepted' ? 'accepted' : 'open';
}

/** Returns `failed` if any event failed, `accepted` if all were accepted, else `open`. */
export function batchStatusOf({ outcomes, total }: FiredMany): FiredStatus {
  if ([...outcomes.keys()].some((outcome) => failedOutcomes.has(outcome))) return 'failed';
  return outcomes.get('accepted') === total ? 'accepted' : 'open';
}

/** Formats the outcomes as `17 events: Accepted 12 · Failed 5`, with the first failure to fire. */
export function formatOutcomes({ outcomes, total, failures: [failure] }: FiredMany): string {
  const list = [...outcomes].map(([outcome, n]) => `${outcomeLabel(outcome)} ${formatNumber(n)}`).join(' · ');
  const text = i18n.t('compose.outcomes', { events: formatCount(total, 'event'), list });
  return failure ? `${formatSentence(text)} ${failure.kind.toUpperCase()}: ${messageText(failure.message)}` : text;
}

function outcomeLabel(outcome: FiredOutcome): string {
  if (outcome === 'not-fired') return i18n.t('compose.notFired');
  return outcome === 'not-listed' ? i18n.t('compose.fired') : formatJourneyState(outcome);
}
