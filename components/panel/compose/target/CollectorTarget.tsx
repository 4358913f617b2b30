import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { Dialog } from '#components/kit/Dialog.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import type { Records } from '#components/panel/event-list/record-store.ts';
import { type CollectorUrlProblem, collectorOrigin, findCollectorUrlProblem } from '#core/drafts/collector-url';
import { isLocalhost } from '#core/util/site';
import { i18n } from '#i18n';
import type { OwnCollector } from '#panel/panel-host';
import { composeStore } from '../compose-state';
import {
  canSendToken,
  type DeliverySettings,
  MAX_ENDPOINTS,
  toAbsoluteUrl,
  unsentHeaderNames,
  withEndpoint,
  withToken,
} from './delivery-settings';

/** Limit of the search for the page's collector URL, which runs with each new record. */
const MAX_SEARCHED_RECORDS = 200;

/** Collector URL, sender and headers. */
export function CollectorTarget() {
  const entity = useApp().entity.value;
  const { delivery } = useStore(composeStore);
  return (
    <>
      <EndpointField delivery={delivery} />
      <CollectorToken delivery={delivery} entity={entity} />
      <HeadersField delivery={delivery} />
    </>
  );
}

interface DeliveryProps {
  readonly delivery: Signal<DeliverySettings>;
}

/** The URL of the collector. Filled in with the URL that the page posts to, until the user edits it. */
function EndpointField({ delivery }: DeliveryProps) {
  const { ownCollector } = useApp().actions;
  const { records } = useStore(liveListStore);
  const listId = useId();
  const problemId = useId();
  const isEditing = useSignal(false);
  const isTouched = useSignal(false);
  const problem = problemToShow(delivery.value.endpoint, isEditing.value);
  const problemText = problem && i18n.t(problemTexts[problem]);
  void records.version.value;
  const lastEndpoint = delivery.value.endpoint === '' ? findLastEndpoint(records, ownCollector) : null;
  useEffect(() => {
    if (lastEndpoint !== null && !isTouched.peek() && delivery.peek().endpoint === '')
      delivery.value = withEndpoint(delivery.peek(), lastEndpoint);
  }, [lastEndpoint, isTouched, delivery]);
  return (
    <label class="target endpoint">
      <small>{i18n.t('collector.title')}</small>
      <span class="field-box">
        <input
          type="url"
          aria-label={i18n.t('collector.url')}
          class="mono"
          list={listId}
          placeholder="https://…/v1/telemetry"
          value={delivery.value.endpoint}
          spellcheck={false}
          title={problemText ?? undefined}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          onInput={(event) => {
            isEditing.value = true;
            isTouched.value = true;
            delivery.value = withEndpoint(delivery.value, event.currentTarget.value);
          }}
          onBlur={() => {
            isEditing.value = false;
          }}
        />
      </span>
      {problemText !== null && (
        <span id={problemId} class="error" role="alert" title={problemText}>
          {problemText}
        </span>
      )}
      <datalist id={listId}>
        {suggestEndpoints(delivery.value, records, ownCollector).map((endpoint) => (
          <option key={endpoint} value={endpoint} />
        ))}
      </datalist>
    </label>
  );
}

/** The headers of the request, which a button shows. Reports those that the browser does not send. */
function HeadersField({ delivery }: DeliveryProps) {
  const isOpen = useSignal(false);
  const unsentNames = unsentHeaderNames(delivery.value.headers);
  return (
    <>
      <div class="target">
        <small>{i18n.t('collector.headers')}</small>
        <button
          type="button"
          class="select"
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          {i18n.t('collector.headers')}
          <Icon name="down" size={13} />
        </button>
      </div>
      {isOpen.value && (
        <textarea
          class="json-box headers"
          aria-label={i18n.t('collector.headersHint')}
          rows={3}
          spellcheck={false}
          value={delivery.value.headers}
          onInput={(event) => {
            delivery.value = { ...delivery.value, headers: event.currentTarget.value };
          }}
        />
      )}
      {unsentNames.length > 0 && (
        <span class="error" role="status">
          {i18n.t('collector.headersNotSent', { names: unsentNames.join(', ') })}
        </span>
      )}
    </>
  );
}

type ShownProblem = Exclude<CollectorUrlProblem, 'empty'>;

const problemTexts = {
  'not-a-url': 'collector.urlInvalid',
  'not-http': 'collector.urlNotHttp',
  'with-credentials': 'collector.urlWithCredentials',
} as const satisfies Readonly<Record<ShownProblem, string>>;

/**
 * Returns the problem to show for a URL.
 * An incomplete URL is not reported while the user types. A scheme other than http is reported at once.
 */
function problemToShow(endpoint: string, isEditing: boolean): ShownProblem | null {
  const problem = findCollectorUrlProblem(endpoint);
  if (problem === 'empty' || (problem === 'not-a-url' && isEditing)) return null;
  return problem;
}

/** Returns the URL that the page itself posted to last, else that of the panel's own collector, or null. */
function findLastEndpoint(records: Records, ownCollector: OwnCollector | undefined): string | null {
  const requests = records
    .all()
    .slice(-MAX_SEARCHED_RECORDS)
    .flatMap((record) => record.requests);
  const last = requests.findLast(({ transport }) => transport !== 'extension')?.url ?? ownCollector?.url ?? null;
  return last === null ? null : toAbsoluteUrl(last, ownCollector);
}

/** Returns the URLs that the user posted to, then the URLs of the latest requests. */
function suggestEndpoints(
  { endpoints }: DeliverySettings,
  records: Records,
  ownCollector: OwnCollector | undefined,
): readonly string[] {
  const recent = records.all().slice(-MAX_SEARCHED_RECORDS);
  const recentUrls = recent
    .flatMap(({ requests }) => requests.map(({ url }) => toAbsoluteUrl(url, ownCollector)))
    .reverse();
  return [...new Set([...endpoints, ...recentUrls])].slice(0, MAX_ENDPOINTS);
}

interface CollectorTokenProps extends DeliveryProps {
  /** The active entity. */
  readonly entity: { readonly userId: string } | null;
}

/**
 * The entity whose token goes to the collector.
 * The user confirms it for each origin, because an event that is posted with a token counts as the entity's.
 */
function CollectorToken({ delivery, entity }: CollectorTokenProps) {
  const isConfirming = useSignal(false);
  const origin = collectorOrigin(delivery.value.endpoint);
  const isTokenSent = entity !== null && canSendToken(delivery.value);
  const setAllowed = (isAllowed: boolean) => {
    isConfirming.value = false;
    delivery.value = withToken(delivery.value, isAllowed);
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
            value={isTokenSent ? 'entity' : 'none'}
            onChange={({ currentTarget }) => {
              const wantsToken = currentTarget.value === 'entity';
              currentTarget.value = 'none';
              if (wantsToken) isConfirming.value = true;
              else setAllowed(false);
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
        {isTokenSent && origin !== null && <TokenNote origin={origin} userId={entity.userId} />}
      </label>
      {isConfirming.value && entity !== null && origin !== null && (
        <TokenDialog
          origin={origin}
          userId={entity.userId}
          onAllow={() => setAllowed(true)}
          onCancel={() => setAllowed(false)}
        />
      )}
    </>
  );
}

interface TokenTarget {
  readonly origin: string;
  readonly userId: string;
}

function TokenNote({ origin, userId }: TokenTarget) {
  const { host } = new URL(origin);
  return isUnencrypted(origin) ? (
    <span class="error">{i18n.t('collector.sendToken.activeUnencrypted', { userId, host })}</span>
  ) : (
    <span class="muted">{i18n.t('collector.sendToken.active', { userId, host })}</span>
  );
}

interface TokenDialogProps extends TokenTarget {
  readonly onAllow: () => void;
  readonly onCancel: () => void;
}

function TokenDialog({ origin, userId, onAllow, onCancel }: TokenDialogProps) {
  const { host } = new URL(origin);
  return (
    <Dialog
      title={i18n.t('collector.sendToken.title')}
      action={{ label: i18n.t('collector.sendToken.confirm', { host }), onSelect: onAllow }}
      onCancel={onCancel}
    >
      <p>{i18n.t('collector.sendToken.warning', { userId, host })}</p>
      {isUnencrypted(origin) && <p class="error">{i18n.t('collector.sendToken.httpWarning', { host })}</p>}
    </Dialog>
  );
}

function isUnencrypted(origin: string): boolean {
  const { protocol, host } = new URL(origin);
  return protocol === 'http:' && !isLocalhost(host);
}
