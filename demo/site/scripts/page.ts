import type { ActId, LessonInput } from '../lesson/act';
import { acts } from '../lesson/act';
import { carefulSite } from '../lesson/careful-site';
import { withFault } from '../lesson/faults';
import { typicalSite } from '../lesson/typical-site';
import { showEffect, showText } from './effects';
import { initialize, performCall } from './sdk';

/**
 * Delay between two actions of the playing lesson.
 * It gives each action its own task, like a user's clicks, and lets it be rendered.
 */
const STEP_MS = 10;

interface Settings {
  readonly sdk: string;
  readonly config: object;
}

const { sdk, config } = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as Settings;
const lesson = sdk === '2.0.1' ? carefulSite : typicalSite;
const fault = new URL(location.href).searchParams.get('fault');
let beganAt = Date.now();

document.body.classList.toggle('embedded', self !== top);
initialize(config);
for (const { id } of acts) buttonOf(id).addEventListener('click', () => perform(id));
document.getElementById('search')?.addEventListener('submit', (submitted) => submitted.preventDefault());
document.getElementById('play')?.addEventListener('click', play);
if (new URL(location.href).searchParams.has('play')) void play();

function perform(id: ActId): void {
  if (id === 'begin') beganAt = Date.now();
  const input = inputNow();
  for (const lessonCall of withFault(fault, lesson[id](input))) performCall(config, lessonCall);
  showEffect(id, input.answer);
}

async function play(): Promise<void> {
  for (const { id } of acts) {
    buttonOf(id).click();
    if (!document.hidden) await new Promise((next) => setTimeout(next, STEP_MS));
  }
  showText('The whole lesson was played.');
  document.body.dataset.played = String(Number(document.body.dataset.played ?? 0) + 1);
}

function inputNow(): LessonInput {
  return {
    answer: checked('answer') ?? 'condensation',
    rating: Number(checked('rating') ?? 4),
    query: document.querySelector<HTMLInputElement>('#query')?.value ?? '',
    beganAt,
    now: Date.now(),
    pageUrl: location.href,
  };
}

function checked(name: string): string | undefined {
  return document.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value;
}

function buttonOf(id: ActId): HTMLButtonElement {
  const button = document.querySelector<HTMLButtonElement>(`button[data-act="${id}"]`);
  if (!button) throw new Error(`The page has no button for ${id}.`);
  return button;
}
