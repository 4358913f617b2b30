import type { JSX } from 'preact';
import { FieldSays } from '#components/form/FieldMessages.tsx';
import { FormFields } from '#components/form/FormFields.tsx';
import type { FormPart } from '#components/form/form-props.ts';
import { Button } from '#components/kit/Button.tsx';
import type { PanelPart } from '#components/panel/shell/panel-part.ts';
import { countAbsentOptional, countSet, findingsAt, isFormText } from '#core/drafts/form-values';
import type { JsonPath } from '#core/json/json';
import { type JsonNode, nodeAt, nodesOf } from '#core/json/json-nodes';
import type { Field } from '#core/telemetry/fields';
import type { Finding } from '#core/telemetry/findings';
import { countOf, countText } from '#core/util/count-text';
import { i18n } from '#i18n';
import type { Draft } from './composer';
import { draftPath } from './draft-path';
import { MendNote } from './FixHint';
import { OptionsFields } from './OptionsFields';

interface DraftFormProps extends PanelPart {
  readonly draft: Draft;
  readonly onShowJson: () => void;
}

/** The open draft as a form that follows from the definition. Shows the same text as the JSON beside it. */
export function DraftForm({ draft, model, commands, onShowJson }: DraftFormProps) {
  const text = draft.text.value;
  if (!isFormText(text)) return <MendNote draft={draft} composer={model.composer} onShowJson={onShowJson} />;
  const part = formPart(draft, model);
  const top = nodesOf(text);
  const fields = model.rules.fieldsOf(draft.kind);
  const { showsOptional } = model.compose;
  const shown = wholeOf(fields, top);
  const { set, of } = countSet(fields, top);
  const absent = countAbsentOptional(fields, top);
  const toggle = () => {
    showsOptional.value = !showsOptional.value;
  };
  return (
    <form
      class="form"
      aria-label={i18n.t('compose.asForm', { kind: draft.kind.toUpperCase() })}
      onSubmit={(event) => event.preventDefault()}
    >
      <header>
        <b>{shown.name}</b>
        <span class="muted">{i18n.t('compose.set', { n: countText(set), fields: countOf(of, 'field') })}</span>
        <span class="grow" />
        <Button look="text" onClick={() => commands.openReference(draft.kind)}>
          {i18n.t('detail.whatDocumentSays')}
        </Button>
        {(absent > 0 || showsOptional.value) && (
          <Button look="text" onClick={toggle}>
            {showsOptional.value
              ? i18n.t('compose.hideNotSet')
              : i18n.t('compose.show', { fields: countOf(absent, 'optionalField') })}
          </Button>
        )}
      </header>
      <Elsewhere findings={part.findings} draft={draft} />
      <FormFields part={part} fields={shown.fields} node={shown.node} path={shown.path} />
      <OptionsFields part={part} node={nodeAt(top, ['options'])} model={model} />
    </form>
  );
}

interface Whole {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly node: JsonNode | null;
  readonly path: JsonPath;
}

/** A method with one argument shows that argument's fields at once. */
function wholeOf(fields: readonly Field[], top: JsonNode): Whole {
  const [only, more] = fields;
  const node = only ? nodeAt(top, [only.name]) : null;
  if (only && !more && node?.type === 'object')
    return { name: only.name, fields: only.children, node, path: [only.name] };
  return { name: i18n.t('compose.arguments'), fields, node: withoutOptions(top), path: [] };
}

/** `options` have a part of their own. */
function withoutOptions(top: JsonNode): JsonNode {
  return top.type === 'object' ? { ...top, entries: top.entries.filter(({ key }) => key !== 'options') } : top;
}

function formPart(draft: Draft, { composer, compose }: PanelPart['model']): FormPart {
  const reading = draft.reading.value;
  const findings = reading.status === 'read' ? reading.findings : [];
  const part: FormPart = {
    text: draft.text.value,
    findings: findings.map((finding) => ({ ...finding, path: draftPath(finding.path) })),
    pending: draft.content.value.pending,
    showsOptional: compose.showsOptional.value,
    onEdit: composer.edit,
    onPending: composer.setPending,
    renderFields: (fields, node, path): JSX.Element => <FormFields {...{ part, fields, node, path }} />,
  };
  return part;
}

/** What has no place in the form: about the whole call, or why the draft is no call. */
function Elsewhere({ findings, draft }: { readonly findings: readonly Finding[]; readonly draft: Draft }) {
  const reading = draft.reading.value;
  const whole = findingsAt(findings, []);
  if (reading.status === 'read' && whole.length === 0) return null;
  return (
    <div class="form-says">
      {reading.status === 'unreadable' && <p class="says bad">{reading.problem.message}</p>}
      <FieldSays id="whole-draft-says" field={null} findings={whole} />
    </div>
  );
}
