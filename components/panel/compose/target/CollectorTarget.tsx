import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { Dialog } from '#components/kit/Dialog.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import type { Records } from '#components/panel/event-list/record-store.ts';
import { type CollectorUrlProblem, collectorOrigin, findCollectorUrlProblem } from '#core/drafts/collector-url';
import { isLocalhost } from '#core/drafts/site-host';
import { i18n } from '#i18n';
import type { OwnCollector } from '#panel/panel-host';
import { composeStore } from '../compose-state';
import { absoluteUrl, canSendToken, type DeliverySettings, withEndpoint, withToken } from './delivery-settings';

/** Enough to find where a page sends its events, few enough to look through with each of them. */
const RECENT = 200;

/** Collector URL, sender and headers. */
export function CollectorTarget() {
  const { actions, entity } = useApp();
  const own = actions.ownCollector;
  const { records } = useStore(liveListStore);
  const id = useId();
  const showsHeaders = useSignal(false);
  const problemId = useId();
  const isEdited = useSignal(false);
  const { delivery: out } = useStore(composeStore);
  const problem = shownProblem(out.value.endpoint, isEdited.value);
  const problemText = problem && i18n.t(problem === 'not-http' ? 'collector.urlNotHttp' : 'collector.urlInvalid');
  const isTouched = useSignal(false);
  const seen = records.current.value && out.value.endpoint === '' ? lastSeenEndpoint(records, own) : null;
  useEffect(() => {
    if (seen !== null && !isTouched.peek() && out.peek().endpoint === '') out.value = withEndpoint(out.peek(), seen);
  }, [seen, isTouched, out]);
  return (
    <>
      <label class="target endpoint">
        <small>{i18n.t('collector.title')}</small>
        <span class="field-box">
          <input
            type="url"
            aria-label={i18n.t('collector.url')}
            class="mono"
            list={id}
            placeholder="https://…/v1/telemetry"
            value={out.value.endpoint}
            spellcheck={false}
            title={problemText ?? undefined}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : problemId}
            onInput={(event) => {
              isEdited.value = true;
              isTouched.value = true;
              out.value = withEndpoint(out.value, event.currentTarget.value);
            }}
            onBlur={() => {
              isEdited.value = false;
            }}
          />
        </span>
        {problemText !== null && (
          <span id={problemId} class="bad" role="alert" title={problemText}>
            {problemText}
          </span>
        )}
        <datalist id={id}>
          {knownEndpoints(out.value, records, own).map((endpoint) => (
            <option key={endpoint} value={endpoint} />
          ))}
        </datalist>
      </label>
      <CollectorToken out={out} entity={entity.value} />
      <div class="target">
        <small>{i18n.t('collector.headers')}</small>
        <button
          type="button"
          class="select"
          aria-expanded={showsHeaders.value}
          onClick={() => {
            showsHeaders.value = !showsHeaders.value;
          }}
        >
          {i18n.t('collector.headers')}
          <Icon name="down" size={13} />
        </button>
      </div>
      {showsHeaders.value && (
        <textarea
          class="json-box headers"
          aria-label={i18n.t('collector.headersHint')}
          rows={3}
          spellcheck={false}
          value={out.value.headers}
          onInput={(event) => {
            out.value = { ...out.value, headers: event.currentTarget.value };
          }}
        />
      )}
    </>
  );
}

/**
 * A URL that is only begun is not called wrong while it is typed.
 * Another scheme than http is, at once.
 */
function shownProblem(endpoint: string, isEdited: boolean): Exclude<CollectorUrlProblem, 'empty'> | null {
  const problem = findCollectorUrlProblem(endpoint);
  if (problem === 'empty' || (problem === 'not-a-url' && isEdited)) return null;
  return problem;
}

/** The URL that the page itself posted to last, or null if it posted nothing yet. */
function lastSeenEndpoint(records: Records, own: OwnCollector | undefined): string | null {
  const requests = records
    .all()
    .slice(-RECENT)
    .flatMap((record) => record.requests);
  const last = requests.findLast(({ transport }) => transport !== 'extension')?.url ?? own?.url ?? null;
  return last === null ? null : absoluteUrl(last, own);
}

/** Addresses posted to before, then those that the page itself sends to. */
function knownEndpoints(
  { endpoints }: DeliverySettings,
  records: Records,
  own: OwnCollector | undefined,
): readonly string[] {
  const recent = records.all().slice(-RECENT);
  const seen = recent.flatMap(({ requests }) => requests.map(({ url }) => absoluteUrl(url, own))).reverse();
  return [...new Set([...endpoints, ...seen])].slice(0, 20);
}

interface CollectorTokenProps {
  readonly out: Signal<DeliverySettings>;
  /** The active entity. */
  readonly entity: { readonly userId: string } | null;
}

/**
 * The entity whose token goes to the collector.
 * Asked for each host: an event that is posted with a token counts as the entity's.
 */
function CollectorToken({ out, entity }: CollectorTokenProps) {
  const isAsking = useSignal(false);
  const origin = collectorOrigin(out.value.endpoint);
  const isSent = entity !== null && canSendToken(out.value);
  const decide = (isAllowed: boolean) => {
    isAsking.value = false;
    out.value = withToken(out.value, isAllowed);
  };
  return (
    <>
      <label class="target">
        <small>{i18n.t('collector.asEntity')}</small>
        <span class="select">
          <Icon name="key" size={13} />
          <select
            aria-label={i18n.t('collector.asEntity')}
            title={i18n.t('collector.asEntityHint')}
            value={isSent ? 'entity' : 'none'}
            onChange={({ currentTarget }) => {
              const wantsToken = currentTarget.value === 'entity';
              currentTarget.value = 'none';
              if (wantsToken) isAsking.value = true;
              else decide(false);
            }}
          >
            <option value="none">{i18n.t('collector.noEntity')}</option>
            {entity && (
              <option value="entity" disabled={origin === null}>
                {entity.userId}
              </option>
            )}
          </select>
          <Icon name="down" size={13} />
        </span>
        {isSent && origin !== null && <SentNote origin={origin} userId={entity.userId} />}
      </label>
      {isAsking.value && entity !== null && origin !== null && (
        <TokenDialog
          origin={origin}
          userId={entity.userId}
          onAllow={() => decide(true)}
          onCancel={() => decide(false)}
        />
      )}
    </>
  );
}

interface TokenGoal {
  readonly origin: string;
  readonly userId: string;
}

function SentNote({ origin, userId }: TokenGoal) {
  const { host } = new URL(origin);
  return isReadableOnTheWay(origin) ? (
    <span class="bad">{i18n.t('collector.sendToken.activeUnencrypted', { userId, host })}</span>
  ) : (
    <span class="muted">{i18n.t('collector.sendToken.active', { userId, host })}</span>
  );
}

interface TokenDialogProps extends TokenGoal {
  readonly onAllow: () => void;
  readonly onCancel: () => void;
}

function TokenDialog({ origin, userId, onAllow, onCancel }: TokenDialogProps) {
  const { host } = new URL(origin);
  return (
    <Dialog
      title={i18n.t('collector.sendToken.title')}
      action={{ label: i18n.t('collector.sendToken.confirm', { host }), onChoose: onAllow }}
      onSafe={onCancel}
    >
      <p>{i18n.t('collector.sendToken.warning', { userId, host })}</p>
      {isReadableOnTheWay(origin) && <p class="bad">{i18n.t('collector.sendToken.httpWarning', { host })}</p>}
    </Dialog>
  );
}

function isReadableOnTheWay(origin: string): boolean {
  const { protocol, host } = new URL(origin);
  return protocol === 'http:' && !isLocalhost(host);
}
