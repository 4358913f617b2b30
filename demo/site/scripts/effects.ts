import type { ActId } from '../lesson/act';

/** Status texts of the actions. An action without one changes only the picture. */
const messages: Readonly<Partial<Record<ActId, string>>> = {
  begin: 'The lesson has begun.',
  next: 'Page 2 of 2.',
  hint: 'Look at what cold air does to a window in winter.',
  move: 'The drop is in the cloud now.',
  listen: 'Reading page 2 aloud.',
  rain: 'It rains.',
  pause: 'Paused. Everything is where you left it.',
  search: '2 lessons found.',
  rate: 'Thank you for the rating.',
  share: 'The link is in your class group.',
  learned: 'Marked as learned.',
  video: 'The video is not there: 404.',
  numbers: '2 pages, 1 hint, 1 right answer.',
  portfolio: 'Saved to your portfolio.',
  finish: 'Well done. The lesson is over.',
};

/** Shows the effect of an action: a status text, and a class on the body that changes the picture. */
export function showEffect(act: ActId, answer: string): void {
  document.body.classList.add(`did-${act}`);
  if (act === 'finish') document.body.classList.remove('did-rain', 'did-move');
  showText(act === 'answer' ? assessmentText(answer) : (messages[act] ?? ''));
}

export function showText(text: string): void {
  const line = document.getElementById('status');
  if (line) line.textContent = text;
}

function assessmentText(answer: string): string {
  return answer === 'condensation' ? 'Right: vapour condenses into a cloud.' : `Not quite: ${answer} comes elsewhere.`;
}
