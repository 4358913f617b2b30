import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { Icon } from '#components/kit/Icon.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import type { Records } from '#components/panel/event-list/record-store.ts';
import { type CollectorUrlProblem, findCollectorUrlProblem } from '#core/drafts/collector-url';
import { i18n } from '#i18n';
import { composeStore } from '../compose-state';
import { CollectorToken } from './CollectorToken';
import { type DeliverySettings, withEndpoint } from './delivery-settings';

/** Enough to find where a page sends its events, few enough to look through with each of them. */
const RECENT = 200;

/** Which collector, who sends, and with which headers. */
export function CollectorTarget() {
  const { entity } = useApp();
  const { records } = useStore(liveListStore);
  const id = useId();
  const showsHeaders = useSignal(false);
  const problemId = useId();
  const isEdited = useSignal(false);
  const { delivery: out } = useStore(composeStore);
  const problem = shownProblem(out.value.endpoint, isEdited.value);
  const problemText = problem && i18n.t(problem === 'not-http' ? 'collector.urlNotHttp' : 'collector.urlInvalid');
  const isTouched = useSignal(false);
  const seen = records.current.value && out.value.endpoint === '' ? lastSeenEndpoint(records) : null;
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
          {knownEndpoints(out.value, records).map((endpoint) => (
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
function lastSeenEndpoint(records: Records): string | null {
  const requests = records
    .all()
    .slice(-RECENT)
    .flatMap((record) => record.requests);
  return requests.findLast(({ transport }) => transport !== 'extension')?.url ?? null;
}

/** Addresses posted to before, then those that the page itself sends to. */
function knownEndpoints({ endpoints }: DeliverySettings, records: Records): readonly string[] {
  const recent = records.all().slice(-RECENT);
  const seen = recent.flatMap(({ requests }) => requests.map(({ url }) => url)).reverse();
  return [...new Set([...endpoints, ...seen])].slice(0, 20);
}
