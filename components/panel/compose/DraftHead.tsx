import type { Draft } from '../../../lib/panel/composer';
import { countOf } from '../../../lib/panel/figures';
import { Tool } from '../../ui/Button';
import { State } from '../../ui/State';
import type { PanelPart } from '../Panel';

/** Which kind is open, how its draft stands, and what can be done with the text. */
export function DraftHead({ draft, model, commands }: PanelPart & { readonly draft: Draft }) {
  const { composer, rules } = model;
  const name = draft.kind.toUpperCase();
  return (
    <div class="bar plain draft-head">
      <h2>{name}</h2>
      <span class="muted clip">{rules.summaryOf(draft.kind)}</span>
      <span class="grow" />
      <DraftState draft={draft} />
      <span class="rule" />
      <button type="button" class="tool label" disabled={!draft.edited.value} onClick={composer.backToSample}>
        Back to sample
      </button>
      <Tool icon="copy" name="Copy the draft" onClick={() => commands.copy(draft.text.value, `the ${name} draft`)} />
    </div>
  );
}

function DraftState({ draft }: { readonly draft: Draft }) {
  const reading = draft.reading.value;
  const errors = draft.errors.value;
  if (reading.status === 'unreadable') {
    return (
      <State icon="invalid" tone="bad">
        Not readable
      </State>
    );
  }
  const notices = reading.findings.length - errors;
  return (
    <>
      {errors > 0 && (
        <State icon="invalid" tone="bad">
          {countOf(errors, 'error')}
        </State>
      )}
      {notices > 0 && (
        <State icon="notice" tone="warn">
          {countOf(notices, 'notice')}
        </State>
      )}
      {errors + notices === 0 && (
        <State icon="valid" tone="calm">
          Valid
        </State>
      )}
    </>
  );
}
