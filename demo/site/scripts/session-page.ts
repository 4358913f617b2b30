import { type SessionSiteId, sessionSites } from '../lesson/session-sites';
import { showText } from './effects';
import { callMethod, initialize } from './sdk';

interface Settings {
  readonly site: SessionSiteId;
  readonly config: object;
}

const { site, config } = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as Settings;
const { steps } = sessionSites[site];
const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-step]')];
const playButton = document.getElementById('play') as HTMLButtonElement;
const moveClock = replaceClock(steps.reduce((sum, { seconds }) => sum + seconds, 0));
const beganAt = Date.now();
let done = 0;

initialize(config);
for (const button of buttons) button.addEventListener('click', takeStep);
playButton.addEventListener('click', () => {
  while (done < steps.length) takeStep();
});
showSteps();

function takeStep(): void {
  const step = steps[done];
  if (step === undefined) return;
  done += 1;
  moveClock(step.seconds);
  for (const { kind, args, wrong } of step.calls({ beganAt, now: Date.now() })) {
    callMethod(kind, args, wrong);
  }
  showSteps();
}

function showSteps(): void {
  for (const [index, button] of buttons.entries()) button.disabled = index !== done;
  playButton.disabled = done === steps.length;
  if (done === 0) return;
  const isOver = done === steps.length;
  showText(isOver ? 'The session is over. Reload the page to play it again.' : `Step ${done} of ${steps.length}.`);
  if (isOver) document.body.dataset.played = '1';
}

/**
 * Replaces the clock of this page and its SDK by a stopped one.
 * It starts `secondsAgo` in the past. Returns a function that advances it.
 */
function replaceClock(secondsAgo: number): (seconds: number) => void {
  const RealDate = Date;
  let now = RealDate.now() - secondsAgo * 1_000;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now] : args, newTarget),
    get: (target, name) => (name === 'now' ? () => now : Reflect.get(target, name)),
  });
  return (seconds) => {
    now += seconds * 1_000;
  };
}
