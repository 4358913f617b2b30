import type { JSX } from 'preact';
import { clockTime, gapText } from '#components/i18n/format.ts';
import { journeyWordsOf } from '#components/i18n/journey-labels.ts';
import { Button } from '#components/kit/Button.tsx';
import { State } from '#components/kit/StatusLabel.tsx';
import type { PanelPart } from '#components/panel/shell/panel-part.ts';
import { journeyState } from '#core/journey/journey-state';
import { countText } from '#core/util/count-text';
import type { FiringState } from '#extension/panel/firing/firing';
import { i18n } from '#i18n';
import { firedStatus, outcomesText, runStatus } from './fired-outcomes';

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
  return <span class="muted">{i18n.t('compose.willComeBack')}</span>;
}

function Firing({ state }: { readonly state: Of<'firing'> }) {
  return (
    <>
      <State icon="bolt" tone="plain">
        {i18n.t('compose.firing', {
          n: countText(Math.min(state.done + 1, state.total)),
          total: countText(state.total),
        })}
      </State>
      <progress aria-label={i18n.t('compose.fired')} max={state.total} value={state.done} />
    </>
  );
}

function Failed({ state, commands }: PanelPart & { readonly state: Of<'failed'> }) {
  return (
    <>
      <State icon="invalid" tone="bad">
        {i18n.t('compose.notFired')}
      </State>
      <span class="wrap">{i18n.t('compose.draftKept', { message: state.message })}</span>
      <span class="grow" />
      <Button look="text" onClick={commands.fireDraft}>
        {i18n.t('compose.tryAgain')}
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
          {i18n.t('compose.fired')}
        </State>
        <span>{i18n.t('compose.firedNotListed', { kind: name, time: clockTime(at) })}</span>
      </>
    );
  }
  return (
    <>
      <State {...looks[firedStatus(journeyState(back))]}>{journeyWordsOf(back).word}</State>
      <span class="clip">
        {i18n.t('compose.firedSeen', {
          kind: name,
          time: clockTime(at),
          gap: gapText(back.at - at),
          row: countText(back.row),
        })}
      </span>
      <span class="muted clip wide">{journeyWordsOf(back).sentence}</span>
      <span class="grow" />
      <Button look="text" onClick={() => commands.showEvent(back.row)}>
        {i18n.t('compose.showInEvents')}
      </Button>
    </>
  );
}

const looks = {
  answered: { icon: 'valid', tone: 'ok' },
  failed: { icon: 'invalid', tone: 'bad' },
  open: { icon: 'waiting', tone: 'plain' },
} as const;

const runTitles = {
  answered: i18n.t('journey.answered'),
  failed: i18n.t('compose.notAllAnswered'),
  open: i18n.t('compose.notAnsweredYet'),
} as const;

function FiredMany({ state, model }: PanelPart & { readonly state: Of<'fired-many'> }) {
  const status = runStatus(state);
  return (
    <>
      <State {...looks[status]}>{runTitles[status]}</State>
      <span class="wrap">{outcomesText(state)}</span>
      <span class="grow" />
      <Button look="text" onClick={() => showByHand(model)}>
        {i18n.t('compose.showInEvents')}
      </Button>
    </>
  );
}

function showByHand(model: PanelPart['model']) {
  model.filter.clear();
  model.filter.toggleState('byHand');
  model.view.value = 'events';
}
