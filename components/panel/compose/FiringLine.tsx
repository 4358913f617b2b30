import type { JSX } from 'preact';
import { clockTime, countOf, countText, gapText } from '../../../lib/panel/figures';
import type { FiringState } from '../../../lib/panel/firing';
import { journeyWordsOf } from '../../../lib/panel/words';
import { Button } from '../../ui/Button';
import { State } from '../../ui/State';
import type { PanelPart } from '../Panel';

type Of<Status extends FiringState['status']> = Extract<FiringState, { readonly status: Status }>;

/** What became of the last firing. The line is always there, so that nothing moves when it is filled. */
export function FiringLine({ model, commands }: PanelPart) {
  return (
    <div class="answer-line" role="status">
      {said(model.firing.state.value, { model, commands })}
    </div>
  );
}

function said(state: FiringState, part: PanelPart): JSX.Element {
  if (state.status === 'firing') return <Firing state={state} />;
  if (state.status === 'failed') return <Failed state={state} {...part} />;
  if (state.status === 'fired') return <Fired state={state} {...part} />;
  if (state.status === 'fired-many') return <FiredMany state={state} {...part} />;
  return <span class="muted">What is fired comes back as an ordinary event, here and in Events.</span>;
}

function Firing({ state }: { readonly state: Of<'firing'> }) {
  return (
    <>
      <State icon="bolt" tone="plain">
        Firing {countText(Math.min(state.done + 1, state.total))} of {countText(state.total)}
      </State>
      <progress aria-label="Fired" max={state.total} value={state.done} />
    </>
  );
}

function Failed({ state, commands }: PanelPart & { readonly state: Of<'failed'> }) {
  return (
    <>
      <State icon="invalid" tone="bad">
        Not fired
      </State>
      <span class="wrap">{state.message} The draft is kept.</span>
      <span class="grow" />
      <Button look="text" onClick={commands.fireDraft}>
        Try again
      </Button>
    </>
  );
}

function Fired({ state, commands }: PanelPart & { readonly state: Of<'fired'> }) {
  const { kind, at, back } = state;
  const name = kind.toUpperCase();
  if (!back) {
    return (
      <>
        <State icon="waiting" tone="plain">
          Fired
        </State>
        <span>
          {name} fired {clockTime(at)}, not in the list.
        </span>
      </>
    );
  }
  return (
    <>
      <State icon="valid" tone="ok">
        Came back
      </State>
      <span class="clip">
        {name} fired {clockTime(at)}, seen again after {gapText(back.at - at)} as row {countText(back.row)}
      </span>
      <span class="muted clip wide">{journeyWordsOf(back).sentence}</span>
      <span class="grow" />
      <Button look="text" onClick={() => commands.showEvent(back.row)}>
        Show in Events
      </Button>
    </>
  );
}

function FiredMany({ state, model }: PanelPart & { readonly state: Of<'fired-many'> }) {
  const { total, cameBack, failures } = state;
  const [failure] = failures;
  const whole = cameBack === total;
  return (
    <>
      <State icon={whole ? 'valid' : 'notice'} tone={whole ? 'ok' : 'warn'}>
        Came back
      </State>
      <span class="wrap">
        {countText(cameBack)} of {countOf(total, 'event')}
        {failure && `. ${failure.kind.toUpperCase()}: ${failure.message}`}
      </span>
      <span class="grow" />
      <Button look="text" onClick={() => showByHand(model)}>
        Show in Events
      </Button>
    </>
  );
}

function showByHand(model: PanelPart['model']) {
  model.filter.clear();
  model.filter.toggleState('byHand');
  model.view.value = 'events';
}
