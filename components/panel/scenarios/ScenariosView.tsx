import { Button } from '#components/kit/Button.tsx';
import { Empty } from '#components/kit/EmptyState.tsx';
import { NoTarget } from '#components/panel/compose/target/NoTarget.tsx';
import { askForSite, isAgreedSite, pageToFire } from '#components/panel/compose/target/site-confirmation.ts';
import { TargetFrame } from '#components/panel/compose/target/TargetFrame.tsx';
import type { PanelPart } from '#components/panel/shell/panel-part.ts';
import type { RunWorld } from '#core/scenarios/run-scenario';
import { fail } from '#core/util/result';
import { i18n } from '#i18n';
import { RecordRows } from './RecordRows';
import { RunBar } from './RunBar';
import { RunHistory } from './RunHistory';
import { ScenarioHead } from './ScenarioHeader';
import { ScenarioList } from './ScenarioList';
import { StepList } from './StepList';
import type { ScenarioPart } from './scenario-part';
import { emptyScenario, type ScenarioBench } from './scenario-store';
import { benchOf } from './scenario-store-of';
import '#components/panel/compose/compose.css';
import './scenarios.css';

/** Scenarios: the list, the open one with its steps, its run, and what came of the runs before. */
export function ScenariosView({ model, commands }: PanelPart) {
  const part: ScenarioPart = { model, commands, bench: benchOf(model) };
  const { bench } = part;
  const open = bench.open.value;
  const target = model.frames.target.value;
  const run = (times: number) => {
    const start = () => void bench.run(times, fire);
    /** The frame is asked for at each step: a page that was loaded again has another one, perhaps at another site. */
    const fire: RunWorld['fire'] = async (kind, args) => {
      const frame = model.frames.target.peek();
      if (!frame) return fail({ message: i18n.t('scenarios.noTarget') });
      const { site } = pageToFire(model);
      if (isAgreedSite(model, site)) return commands.fireOne(kind, args, frame);
      bench.cancelRepeats();
      askForSite(model, pageToFire, start);
      return fail({ message: i18n.t('scenarios.otherSite', { site }) });
    };
    if (open?.scenario.steps.some((step) => step.do === 'fire')) askForSite(model, pageToFire, start);
    else start();
  };
  return (
    <main class="scenarios" aria-busy={!bench.isLoaded.value} onKeyDown={(event) => undoByKey(event, bench)}>
      <ScenarioList {...part} />
      {open ? (
        <section class="scenario" aria-label={open.scenario.name}>
          <ScenarioHead {...part} item={open} />
          <div class="scenario-body">
            <StepList key={open.id} {...part} item={open} />
            <RunHistory item={open} />
          </div>
          <RunBar bench={bench} item={open} onRun={run} />
          <section class="firebar" aria-label={i18n.t('scenarios.target')}>
            {target ? (
              <TargetFrame frames={model.frames} target={target} />
            ) : (
              <NoTarget model={model} commands={commands} />
            )}
          </section>
        </section>
      ) : (
        bench.isLoaded.value && <NoScenario {...part} />
      )}
    </main>
  );
}

function NoScenario(part: ScenarioPart) {
  const { bench } = part;
  return (
    <Empty
      icon="steps"
      title={i18n.t('scenarios.none')}
      fine={i18n.t('scenarios.noneFine')}
      deeds={
        <>
          <RecordRows {...part} big />
          <Button big onClick={() => bench.add(emptyScenario())}>
            {i18n.t('scenarios.create')}
          </Button>
          <Button big onClick={bench.addPlaySession}>
            {i18n.t('scenarios.addPlaySession')}
          </Button>
        </>
      }
    >
      {i18n.t('scenarios.noneToDo')}
    </Empty>
  );
}

/** Ctrl+Z outside of fields, which have an undoing of their own. */
function undoByKey(event: KeyboardEvent, bench: ScenarioBench) {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
  if (!isUndo || isTyping) return;
  event.preventDefault();
  bench.undo();
}
