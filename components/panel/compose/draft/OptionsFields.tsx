import { FieldMessages } from '#components/form/FieldMessages.tsx';
import type { FormPart } from '#components/form/form-props.ts';
import { Button } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { keyOfPath } from '#core/drafts/draft-content';
import { findingsAt } from '#core/drafts/form-values';
import { panelRules } from '#core/drafts/panel-rules';
import type { JsonObject } from '#core/json/json';
import { removeAtPath, setAtPath } from '#core/json/json-edits';
import { type JsonNode, nodeAt, parseJsonNodes, readValue } from '#core/json/json-nodes';
import { i18n } from '#i18n';
import { composeStore } from '../compose-state';
import { findLastEnvelope, formatEnvelope } from './page-envelope';

interface OptionsFieldsProps {
  readonly part: FormPart;
  readonly node: JsonNode | null;
}

const OPTIONS_KEY = keyOfPath(['options']);
const ACTOR_KEY = keyOfPath(['options', 'actor']);

/** The SDK's own `options` argument. Its fields are collapsed at first. */
export function OptionsFields({ part, node }: OptionsFieldsProps) {
  const { showsOptions } = useStore(composeStore);
  const isOpen = showsOptions.value;
  const envelope = formatEnvelope(node ? readValue(part.text, node) : undefined);
  const fill = (options: JsonObject) =>
    part.onEdit((text) => setAtPath(text, ['options'], JSON.stringify(options, null, 2)), OPTIONS_KEY);
  return (
    <>
      <header class="options-head">
        <button
          type="button"
          class="tool"
          aria-expanded={isOpen}
          aria-label={i18n.t('compose.options')}
          onClick={() => {
            showsOptions.value = !isOpen;
          }}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={13} />
          <b>options</b>
        </button>
        <span class="muted truncate" title={envelope}>
          {envelope}
        </span>
        <span class="grow" />
        <FillButton onFill={fill} />
        <SetActorButton part={part} />
        {node && (
          <Button appearance="text" onClick={() => part.onEdit((text) => removeAtPath(text, ['options']), OPTIONS_KEY)}>
            {i18n.t('compose.unsetOptions')}
          </Button>
        )}
      </header>
      {isOpen && (
        <div class="options-fields">
          <p class="hint">{i18n.t('compose.optionsHint')}</p>
          <FieldMessages
            id="options-message"
            field={null}
            findings={findingsAt(part.findings, ['options'])}
            getFix={part.getFix}
          />
          {part.renderFields(panelRules.optionFields(), node, ['options'])}
        </div>
      )}
    </>
  );
}

function FillButton({ onFill }: { readonly onFill: (options: JsonObject) => void }) {
  const { toasts } = useApp();
  const { records } = useStore(liveListStore);
  const fill = () => {
    const last = findLastEnvelope(records.all());
    if (last) onFill(last);
    else toasts.show({ tone: 'info', text: () => i18n.t('compose.fillNoEvent') });
  };
  return (
    <Button appearance="text" onClick={fill} title={i18n.t('compose.fillHint')}>
      {i18n.t('compose.fill')}
    </Button>
  );
}

/** Sets the logged-in entity as the event's actor. */
function SetActorButton({ part }: Pick<OptionsFieldsProps, 'part'>) {
  const entity = useApp().entity.value;
  if (!entity) return null;
  const setActor = () =>
    part.onEdit((text) => {
      const withId = setAtPath(text, ['options', 'actor', 'id'], JSON.stringify(entity.userId));
      const hasType = nodeAt(parseJsonNodes(withId), ['options', 'actor', 'type']) !== null;
      return hasType ? withId : setAtPath(withId, ['options', 'actor', 'type'], '"User"');
    }, ACTOR_KEY);
  return (
    <Button appearance="text" onClick={setActor} title={i18n.t('compose.asEntityHint', { entity: entity.userId })}>
      {i18n.t('compose.asEntity', { entity: entity.userId })}
    </Button>
  );
}
