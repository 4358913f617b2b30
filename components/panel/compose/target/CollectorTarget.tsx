import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Icon } from '#components/kit/Icon.tsx';
import type { PanelPart } from '#components/panel/shell/panel-part.ts';
import { type CollectorUrlProblem, collectorUrlProblem } from '#core/drafts/collector-url';
import { i18n } from '#i18n';
import { CollectorToken } from './CollectorToken';
import { withEndpoint } from './delivery-settings';

interface CollectorTargetProps {
  readonly model: PanelPart['model'];
}

/** Which collector, who sends, and with which headers. */
export function CollectorTarget({ model }: CollectorTargetProps) {
  const id = useId();
  const showsHeaders = useSignal(false);
  const problemId = useId();
  const isEdited = useSignal(false);
  const { out } = model.compose;
  const problem = shownProblem(out.value.endpoint, isEdited.value);
  return (
    <>
      <label class="target endpoint">
        <small>{i18n.t('collector.title')}</small>
        <span class="field-box">
          <input
            type="url"
            aria-label={i18n.t('collector.address')}
            class="mono"
            list={id}
            placeholder="https://…/v1/telemetry"
            value={out.value.endpoint}
            spellcheck={false}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : problemId}
            onInput={(event) => {
              isEdited.value = true;
              out.value = withEndpoint(out.value, event.currentTarget.value);
            }}
            onBlur={() => {
              isEdited.value = false;
            }}
          />
        </span>
        {problem !== null && (
          <span id={problemId} class="bad" role="alert">
            {i18n.t(problem === 'not-http' ? 'collector.urlNotHttp' : 'collector.urlInvalid')}
          </span>
        )}
        <datalist id={id}>
          {knownEndpoints(model).map((endpoint) => (
            <option key={endpoint} value={endpoint} />
          ))}
        </datalist>
      </label>
      <CollectorToken out={out} entity={model.entity.value} />
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

/** A URL that is only begun is not called wrong while it is typed; another scheme than http is, at once. */
function shownProblem(endpoint: string, isEdited: boolean): Exclude<CollectorUrlProblem, 'empty'> | null {
  const problem = collectorUrlProblem(endpoint);
  if (problem === 'empty' || (problem === 'not-a-url' && isEdited)) return null;
  return problem;
}

/** Addresses posted to before, then those that the page itself sends to. */
function knownEndpoints({ compose, records }: PanelPart['model']): readonly string[] {
  const recent = records.all().slice(-200);
  const seen = recent.flatMap(({ requests }) => requests.map(({ url }) => url)).reverse();
  return [...new Set([...compose.out.value.endpoints, ...seen])].slice(0, 20);
}
