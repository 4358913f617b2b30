import { Button } from '../../ui/Button';
import { State } from '../../ui/State';
import type { PanelPart } from '../Panel';

/** Why nothing can be fired here, and what to do about it: no button that could not work. */
export function NoTarget({ model, commands }: PanelPart) {
  const { state, host } = model.watching.value;
  if (state === 'not-watched') {
    return (
      <>
        <State icon="eye" tone="plain">
          This site is not watched, so its SDK is out of reach.
        </State>
        <span class="grow" />
        <Button look="primary" onClick={commands.watch}>
          Watch {host}
        </Button>
      </>
    );
  }
  if (state === 'unavailable') {
    return (
      <State icon="lock" tone="plain">
        This page cannot be watched, so nothing can be fired here. Open a site to fire.
      </State>
    );
  }
  return (
    <>
      <State icon="unknown" tone="plain">
        No telemetry SDK here. Firing through the page needs its SDK; one that loads later is found by itself.
      </State>
      <span class="grow" />
      <Button onClick={commands.lookAgain}>Look again</Button>
    </>
  );
}
