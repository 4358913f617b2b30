import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { FieldMessages } from '#components/form/FieldMessages.tsx';
import { FormFields } from '#components/form/FormFields.tsx';
import type { FormFix, FormPart } from '#components/form/form-props.ts';
import { OptionalFieldsButton } from '#components/form/OptionalFieldsButton.tsx';
import { formatCount, formatNumber } from '#components/i18n/count-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useKeptFocus } from '#components/kit/kept-focus.ts';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { panelSchemasStore } from '#components/panel/event-list/judging/panel-schemas-store.ts';
import { findingsInDraft } from '#core/drafts/finding-path';
import { fixDraft, suggestDraftFix } from '#core/drafts/fixed-draft';
import { countAbsentOptional, countSetFields, findingsAt, isFormText, withoutOptions } from '#core/drafts/form-values';
import { panelRules } from '#core/drafts/panel-rules';
import { formatFix } from '#core/drafts/quick-fix';
import type { JsonPath } from '#core/json/json';
import { type JsonNode, nodeAt, parseJsonNodes } from '#core/json/json-nodes';
import type { ListedValues } from '#core/schemas/listed-values';
import type { JudgedRecord } from '#core/stream/judged-record';
import { compiledOf } from '#core/telemetry/compiled';
import type { Field } from '#core/telemetry/fields';
import type { Finding } from '#core/telemetry/findings';
import { pathInEvent } from '#core/telemetry/wire-format';
import { i18n } from '#i18n';
import { type ComposeState, composeStore } from '../compose-state';
import { type Composer, composerStore, type Draft } from './composer';
import { OptionsFields } from './OptionsFields';
import { SessionFill } from './SessionFill';

interface DraftFormProps {
  readonly draft: Draft;
  readonly onShowJson: () => void;
}

/**
 * The open draft as a form that is generated from the definition.
 * The form edits the same text as the JSON editor.
 */
export function DraftForm({ draft, onShowJson }: DraftFormProps) {
  const { openReference } = useApp().commands;
  const composer = useStore(composerStore);
  const compose = useStore(composeStore);
  const live = useStore(liveListStore);
  const isBroken = !isFormText(draft.text.value);
  const text = isBroken ? draft.lastValidText() : draft.text.value;
  const lists = useStore(panelSchemasStore).list.value.flatMap(({ isOn, contents }) =>
    isOn && contents !== null ? [contents.active.listedValues(draft.kind.toUpperCase())] : [],
  );
  const part = createFormPart(draft, text, { composer, compose, records: live.records.all, lists });
  const top = parseJsonNodes(text);
  const fields = panelRules.fieldsOf(draft.kind);
  const form = useFocusOnOpening(compose);
  const { showsOptional } = compose;
  const root = rootFieldsOf(fields, top);
  const { setCount, totalCount } = countSetFields(fields, top);
  const absentCount = countAbsentOptional(fields, top);
  const column = useKeptFocus<HTMLDivElement>();
  const toggle = () => {
    showsOptional.value = !showsOptional.value;
  };
  return (
    <div class="form-column" ref={column}>
      {isBroken && <FixHint draft={draft} composer={composer} onShowJson={onShowJson} />}
      <form
        ref={form}
        class={isBroken ? 'form stale' : 'form'}
        inert={isBroken}
        aria-label={i18n.t('compose.asForm', { kind: draft.kind.toUpperCase() })}
        onSubmit={(event) => event.preventDefault()}
      >
        <header>
          <b>{root.name}</b>
          <span class="muted">
            {i18n.t('compose.fieldsSet', { n: formatNumber(setCount), fields: formatCount(totalCount, 'field') })}
          </span>
          <span class="grow" />
          <SessionFill draft={draft} composer={composer} />
          {openReference !== null && (
            <Button appearance="text" onClick={() => openReference(draft.kind)}>
              {i18n.t('detail.definitionText')}
            </Button>
          )}
          <OptionalFieldsButton unsetCount={absentCount} isShown={showsOptional.value} onToggle={toggle} />
        </header>
        {!isBroken && <OtherFindings findings={part.findings} draft={draft} />}
        <FormFields part={part} fields={root.fields} node={root.node} path={root.path} />
        <OptionsFields part={part} node={nodeAt(top, ['options'])} />
      </form>
    </div>
  );
}

const CONTROLS = ':is(input,textarea,select)';

/** Focuses the first error of an event that was opened for editing, else its first finding, else its first field. */
function useFocusOnOpening({ takesFocus }: ComposeState) {
  const form = useRef<HTMLFormElement>(null);
  const shouldFocus = takesFocus.value;
  useLayoutEffect(() => {
    if (!shouldFocus) return;
    takesFocus.value = false;
    const fields = [...(form.current?.querySelectorAll('.field') ?? [])].filter((field) =>
      field.querySelector(CONTROLS),
    );
    const field =
      fields.find((each) => each.querySelector('[aria-invalid="true"]')) ??
      fields.find((each) => each.querySelector('.field-message')) ??
      fields[0];
    field?.querySelector<HTMLElement>(CONTROLS)?.focus();
  }, [shouldFocus, takesFocus]);
  return form;
}

interface RootFields {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly node: JsonNode | null;
  readonly path: JsonPath;
}

/** Returns the whole call, or the fields of the only argument of a method with one argument. */
function rootFieldsOf(fields: readonly Field[], top: JsonNode | null): RootFields {
  const [only, more] = fields;
  const node = only ? nodeAt(top, [only.name]) : null;
  if (only && !more && node?.type === 'object')
    return { name: only.name, fields: only.children, node, path: [only.name] };
  return { name: i18n.t('compose.arguments'), fields, node: withoutOptions(top), path: [] };
}

interface FormDeps {
  readonly composer: Composer;
  readonly compose: ComposeState;
  readonly records: () => readonly JudgedRecord[];
  /** The value lists of a team's own schemas for the kind. */
  readonly lists: readonly ListedValues[];
}

function createFormPart(draft: Draft, text: string, { composer, compose, records, lists }: FormDeps): FormPart {
  const parsed = draft.parsed.value;
  const findings = parsed.status === 'parsed' ? parsed.findings : [];
  const part: FormPart = {
    text,
    findings: findingsInDraft(findings),
    pending: draft.content.value.pending,
    showsOptional: compose.showsOptional.value,
    moreValuesOf(path) {
      const name = pathInEvent(path, compiledOf(draft.kind).mappings).join('.');
      return lists.flatMap((list) => list.get(name) ?? []);
    },
    onEdit: composer.edit,
    onPending: composer.setPending,
    getFix: (finding) => suggestFormFix(draft, finding, composer, records()),
    renderFields: (fields, node, path): JSX.Element => <FormFields {...{ part, fields, node, path }} />,
  };
  return part;
}

function suggestFormFix(
  { kind, parsed, text }: Draft,
  finding: Finding,
  composer: Composer,
  records: readonly JudgedRecord[],
): FormFix | null {
  const parsedDraft = parsed.peek();
  if (parsedDraft.status !== 'parsed') return null;
  const fix = suggestDraftFix({ kind, args: parsedDraft.args }, finding, panelRules, records);
  const fixedDraft = fix && fixDraft(kind, text.peek(), fix, panelRules);
  if (!fix || !fixedDraft) return null;
  return { text: formatFix(fix), onApply: () => composer.edit(() => fixedDraft.text, 'fix') };
}

/** Findings without a control in the form: about the whole call, or why the draft is invalid. */
function OtherFindings({ findings, draft }: { readonly findings: readonly Finding[]; readonly draft: Draft }) {
  const parsed = draft.parsed.value;
  const wholeCallFindings = findingsAt(findings, []);
  if (parsed.status === 'parsed' && wholeCallFindings.length === 0) return null;
  return (
    <div class="form-message">
      {parsed.status === 'invalid' && <p class="field-message error">{messageText(parsed.problem.message)}</p>}
      <FieldMessages id="whole-draft-message" field={null} findings={wholeCallFindings} />
    </div>
  );
}

interface FixHintProps {
  readonly draft: Draft;
  readonly composer: Composer;
  readonly onShowJson: () => void;
}

/**
 * Shows why the text is not a JSON object, above the form.
 * One action opens the JSON editor. The other restores the last valid text, which the user can undo.
 */
function FixHint({ draft, composer, onShowJson }: FixHintProps) {
  const parsed = draft.parsed.value;
  const problem = parsed.status === 'invalid' ? messageText(parsed.problem.message) : i18n.t('compose.notAnObject');
  return (
    <div class="fix-line" role="status">
      <Icon name="invalid" size={13} tone="error" />
      <span class="truncate error" title={problem}>
        {problem}
      </span>
      <span class="grow" />
      <Button appearance="text" onClick={onShowJson}>
        {i18n.t('compose.fixInJson')}
      </Button>
      <Button
        appearance="text"
        title={i18n.t('compose.restoreUndoable')}
        onClick={() => composer.setText(draft.lastValidText(), 'discard')}
      >
        {i18n.t('compose.restoreJson')}
      </Button>
    </div>
  );
}
